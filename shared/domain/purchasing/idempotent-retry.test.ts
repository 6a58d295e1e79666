import { describe, expect, it } from 'vitest'
import { applyAnswer, nextUnitStep, type SupplierAnswer } from './unit-rules.ts'
import { type IUnit, planUnits } from './unit-schema.ts'

const now = new Date('2026-01-31T10:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const terms = { now, evidence: 'idempotent_retry' as const, pollMs: 2_000, callEndsAt: now, askedAt: now }
const [planned] = planUnits('JP1', ['13'])
const sent: IUnit = { ...(planned as IUnit), attempt: 1, state: 'sending' }
const lost: SupplierAnswer = { kind: 'unknown', message: 'time-out' }
/** Sent again after an answer that was lost at `now`. */
const again: IUnit = { ...applyAnswer(sent, lost, terms).unit, attempt: 2, state: 'sending' }

describe('a supplier with idempotent retries', () => {
  it('retries an unclear purchase after a delay', () => {
    const { unit, after } = applyAnswer(sent, lost, terms)
    expect(unit).toMatchObject({ state: 'unknown', ref: sent.ref, unknownSince: now, message: 'time-out' })
    expect(after).toEqual({ next: 'wait', reason: 'outcome_unknown', waitMs: 2_000 })
    expect(nextUnitStep([unit], 'idempotent_retry')).toEqual({ kind: 'retry', index: 0 })
  })

  it('doubles the delay each time, up to five minutes', () => {
    const waits = [0, 1, 2, 20].map((count) => applyAnswer({ ...sent, retryCount: count }, lost, terms).after)
    expect(waits.map((after) => after.next === 'wait' && after.waitMs)).toEqual([
      2_000, 4_000, 8_000, 300_000,
    ])
  })

  it('leaves an unclear purchase to a person after half an hour', () => {
    const after = (minutes: number) => applyAnswer(again, lost, { ...terms, now: later(minutes) })
    expect(after(29).after.next).toBe('wait')
    expect(after(30)).toMatchObject({
      unit: { state: 'unknown', unknownSince: now },
      after: { next: 'needs_action' },
    })
  })

  it.each<SupplierAnswer>([
    { kind: 'rejected', code: 'BAD_SIGN', message: 'no', retryable: true },
    { kind: 'rejected', code: 'NO_PLAYER', message: 'no', retryable: false },
    { kind: 'unavailable', message: 'refused connection' },
  ])('concludes nothing about the first purchase from the answer to a retry: %o', (answer) => {
    const { unit, after } = applyAnswer(again, answer, terms)
    expect(unit).toMatchObject({ state: 'unknown', unknownSince: now })
    expect(after.next).toBe('wait')
  })

  it('rejects a purchase whose first attempt is rejected', () => {
    const no: SupplierAnswer = { kind: 'rejected', code: 'NO_PLAYER', message: 'no', retryable: false }
    expect(applyAnswer(sent, no, terms)).toMatchObject({
      unit: { state: 'rejected' },
      after: { next: 'rejected' },
    })
  })

  it('resolves an unclear purchase by a delivery', () => {
    const { unit } = applyAnswer(again, { kind: 'delivered', supplierOrderId: 'S1' }, terms)
    expect(unit).toMatchObject({ state: 'delivered', supplierOrderId: 'S1', unknownSince: null })
  })

  it('retries an accepted purchase, since the supplier has no lookup', () => {
    const accepted: SupplierAnswer = { kind: 'accepted', supplierOrderId: 'S1', vendorStatus: 'processing' }
    expect(applyAnswer(sent, accepted, terms)).toMatchObject({
      unit: { state: 'unknown', supplierOrderId: '' },
      after: { next: 'wait' },
    })
  })
})
