import { describe, expect, it } from 'vitest'
import { lastCheck } from './payment-facts.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 10, 0, second))

describe('when the bank was asked', () => {
  it('is nothing before the first time, or of an order that the wallet paid', () => {
    expect(lastCheck({ checkedAt: null, answeredAt: null })).toBeUndefined()
    expect(lastCheck(null)).toBeUndefined()
  })

  it.each([
    ['answered at once', { asked: 5, answered: 5 }, { second: 5, isAnswered: true }],
    ['under way beside one that was answered', { asked: 65, answered: 6 }, { second: 6, isAnswered: true }],
    ['silent since', { asked: 65, answered: 5 }, { second: 65, isAnswered: false }],
    ['silent from the first', { asked: 65, answered: undefined }, { second: 65, isAnswered: false }],
  ])('is told of a check that is %s', (_what, { asked, answered }, { second, isAnswered }) => {
    const answeredAt = answered === undefined ? null : at(answered)
    expect(lastCheck({ checkedAt: at(asked), answeredAt })).toEqual({
      at: at(second).toISOString(),
      isAnswered,
    })
  })
})
