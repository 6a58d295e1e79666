import { describe, expect, it } from 'vitest'
import { lastCheck } from './payment-facts.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 10, 0, second))

describe('the last check of a payment', () => {
  it('is undefined before the first check, and for an order paid by wallet', () => {
    expect(lastCheck({ checkedAt: null, answeredAt: null })).toBeUndefined()
    expect(lastCheck(null)).toBeUndefined()
  })

  it.each([
    ['answered at once', { asked: 5, answered: 5 }, { second: 5, isAnswered: true }],
    ['in progress after an answered one', { asked: 65, answered: 6 }, { second: 6, isAnswered: true }],
    ['unanswered since', { asked: 65, answered: 5 }, { second: 65, isAnswered: false }],
    ['never answered', { asked: 65, answered: undefined }, { second: 65, isAnswered: false }],
  ])('is reported when it is %s', (_what, { asked, answered }, { second, isAnswered }) => {
    const answeredAt = answered === undefined ? null : at(answered)
    expect(lastCheck({ checkedAt: at(asked), answeredAt })).toEqual({
      at: at(second).toISOString(),
      isAnswered,
    })
  })
})
