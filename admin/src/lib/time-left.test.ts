import { describe, expect, it } from 'vitest'
import { timeLeftOf } from './time-left.ts'

const since = '2026-11-21T15:00:00.000Z'
const after = (minutes: number) => timeLeftOf(since, Date.parse(since) + minutes * 60_000)

describe('the 30-minute clock', () => {
  it('is green until 15 minutes have gone', () => {
    expect(after(0)).toMatchObject({ tone: 'green', text: '30', share: 1 })
    expect(after(14.99).tone).toBe('green')
  })

  it('is amber from 15 minutes and red from 25', () => {
    expect(after(15)).toMatchObject({ tone: 'amber', text: '15', share: 0.5 })
    expect(after(24.99).tone).toBe('amber')
    expect(after(25)).toMatchObject({ tone: 'red', text: '5', label: '5 minutes left', late: false })
  })

  it('counts the minutes over once the promise is broken', () => {
    expect(after(30)).toMatchObject({ tone: 'over', text: '+1', late: true })
    expect(after(34)).toMatchObject({ tone: 'over', text: '+4', label: '4 minutes over' })
  })

  it('does not show more than 30 minutes to a browser whose clock is behind', () => {
    expect(after(-3).text).toBe('30')
  })
})
