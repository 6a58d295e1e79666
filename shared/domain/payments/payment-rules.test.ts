import { describe, expect, it } from 'vitest'
import { nextLookAt, readAnswer } from './payment-rules.ts'
import { newPayment } from './payment-schema.ts'

const start = new Date('2026-01-31T10:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const payment = newPayment('upigateway', start, 30 * 60_000)
const paid = {
  kind: 'paid',
  clientTxnId: 'JP1',
  amountPaise: 34_500,
  gatewayId: '7',
  bankReference: '4055',
  payer: 'a@bank',
} as const

describe('reading the gateway’s answer', () => {
  it('takes money under a new bank reference as news, and the same reference again as none', () => {
    const news = readAnswer(payment, paid, after(5))
    expect(news).toMatchObject({ kind: 'captured', capture: { bankReference: '4055', amountPaise: 34_500 } })
    const held = { ...payment, captures: [{ ...paid, at: start, to: 'purchase' as const }] }
    expect(readAnswer(held, paid, after(9)).kind).toBe('nothing')
    expect(readAnswer(held, { ...paid, bankReference: '4056' }, after(9)).kind).toBe('captured')
  })

  it('lapses an unpaid payment only by an answer after the window, never by silence', () => {
    const late = after(31 * 60_000)
    expect(readAnswer(payment, { kind: 'pending', vendorStatus: 'scanning' }, after(60_000)).kind).toBe(
      'nothing',
    )
    expect(readAnswer(payment, { kind: 'pending', vendorStatus: 'scanning' }, late).kind).toBe('lapsed')
    expect(readAnswer(payment, { kind: 'not_found' }, late).kind).toBe('lapsed')
    expect(readAnswer(payment, { kind: 'unavailable', message: 'no' }, late).kind).toBe('nothing')
  })

  it('lapses at once when the gateway says the payment failed', () => {
    expect(readAnswer(payment, { kind: 'failed', vendorStatus: 'close' }, after(1)).kind).toBe('lapsed')
  })
})

describe('the pace of looking', () => {
  const pollMs = [5_000, 10_000, 20_000, 40_000, 60_000]
  const look = (polls: number, now: Date) => nextLookAt({ ...payment, polls }, start, { now, pollMs })

  it('looks after 5, 10, 20, 40 s and then each minute', () => {
    const waits = [0, 1, 2, 3, 4, 5, 9].map((polls) => (look(polls, start)?.getTime() ?? 0) - start.getTime())
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
  })

  it('looks exactly when the window closes', () => {
    expect(look(20, after(29.5 * 60_000))).toEqual(payment.payBefore)
  })

  it('looks for late money at 1, 6, 24, 72 and 120 hours, then no more', () => {
    const failed = { ...payment, state: 'failed' as const }
    const at = (hours: number) => nextLookAt(failed, start, { now: after(hours * 3_600_000), pollMs })
    expect([0.6, 2, 7, 25, 100].map((hours) => at(hours)?.getTime())).toEqual(
      [1, 6, 24, 72, 120].map((hours) => after(hours * 3_600_000).getTime()),
    )
    expect(at(121)).toBeNull()
  })

  it('looks for a second payment a minute after the first, after 1 and 24 hours, then no more', () => {
    const captures = [{ bankReference: '1', gatewayId: '7', amountPaise: 1, payer: '', at: start }]
    const paid = { ...payment, state: 'paid' as const, captures: captures as never }
    const at = (ms: number) => nextLookAt(paid, start, { now: after(ms), pollMs })
    expect([0, 60_000, 3_600_000].map((ms) => at(ms))).toEqual([
      after(60_000),
      after(3_600_000),
      after(24 * 3_600_000),
    ])
    expect(at(24 * 3_600_000)).toBeNull()
  })
})
