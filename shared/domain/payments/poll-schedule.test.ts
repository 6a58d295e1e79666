import { describe, expect, it } from 'vitest'
import { nextPollAt } from './check-schedule.ts'
import { newPayment } from './payment-schema.ts'

const start = new Date('2026-01-31T10:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const payment = newPayment('upigateway', start, 30 * 60_000)

describe('the check schedule', () => {
  const pollIntervalsMs = [5_000, 10_000, 20_000, 40_000, 60_000]
  const check = (checkCount: number, now: Date) =>
    nextPollAt({ ...payment, checkCount }, start, { now, pollIntervalsMs })

  it('checks after 5, 10, 20, 40 s and then each minute', () => {
    const waits = [0, 1, 2, 3, 4, 5, 9].map(
      (checkCount) => (check(checkCount, start)?.getTime() ?? 0) - start.getTime(),
    )
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
  })

  it('checks exactly when the time to pay ends', () => {
    expect(check(20, after(29.5 * 60_000))).toEqual(payment.payBefore)
  })

  it('checks for late money at 1, 6, 24, 72 and 120 hours, then no more', () => {
    const failed = { ...payment, state: 'failed' as const }
    const at = (hours: number) => {
      const now = after(hours * 3_600_000)
      return nextPollAt({ ...failed, answeredAt: now }, start, { now, pollIntervalsMs })
    }
    expect([0.6, 2, 7, 25, 100].map((hours) => at(hours)?.getTime())).toEqual(
      [1, 6, 24, 72, 120].map((hours) => after(hours * 3_600_000).getTime()),
    )
    expect(at(121)).toBeNull()
  })

  it('checks for a second payment a minute after the first, after 1 and 24 hours, then no more', () => {
    const captures = [{ bankReference: '1', gatewayId: '7', amountPaise: 1, payer: '', at: start }]
    const paid = { ...payment, state: 'paid' as const, captures: captures as never }
    const at = (ms: number) =>
      nextPollAt({ ...paid, answeredAt: after(ms) }, start, { now: after(ms), pollIntervalsMs })
    expect([0, 60_000, 3_600_000].map((ms) => at(ms))).toEqual([
      after(60_000),
      after(3_600_000),
      after(24 * 3_600_000),
    ])
    expect(at(24 * 3_600_000)).toBeNull()
  })

  it('slows with age: every 2 minutes after 5, every 5 after 15', () => {
    const backoff = [
      { afterMs: 300_000, everyMs: 120_000 },
      { afterMs: 900_000, everyMs: 300_000 },
    ]
    const wait = (minutes: number) => {
      const now = after(minutes * 60_000)
      return (
        (nextPollAt({ ...payment, checkCount: 9 }, start, { now, pollIntervalsMs, backoff })?.getTime() ??
          0) - now.getTime()
      )
    }
    expect([4, 5, 14, 15, 20].map(wait)).toEqual([60_000, 120_000, 120_000, 300_000, 300_000])
  })

  it('does not count an unanswered check: late money is checked again within a minute', () => {
    const failed = { ...payment, state: 'failed' as const, checkCount: 9, answeredAt: after(31 * 60_000) }
    const at = (hours: number) =>
      nextPollAt(failed, start, { now: after(hours * 3_600_000), pollIntervalsMs })
    for (const hours of [1, 7, 119, 120, 400]) {
      expect(at(hours)).toEqual(new Date(after(hours * 3_600_000).getTime() + 60_000))
    }
  })

  it('does not count an unanswered check for a second payment', () => {
    const captures = [{ bankReference: '1', gatewayId: '7', amountPaise: 1, payer: '', at: start }]
    const paid = {
      ...payment,
      state: 'paid' as const,
      checkCount: 9,
      captures: captures as never,
      answeredAt: start,
    }
    const at = (ms: number) => nextPollAt(paid, start, { now: after(ms), pollIntervalsMs })
    expect(at(0)).toEqual(after(60_000))
    expect(at(25 * 3_600_000)).toEqual(after(25 * 3_600_000 + 60_000))
  })
})
