import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../providers/suppliers/supplier.ts'
import { type IUnit, planUnits } from '../../purchasing/unit-schema.ts'
import { afterRecording, type FulfilStep, nextFulfilStep, startOfRun } from './fulfil-step.ts'

const now = new Date('2026-01-31T10:00:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)
const after = (ms: number) => new Date(now.getTime() + ms)
const env = { SUPPLIER_TIMEOUT_MS: 60_000, SUPPLIER_LATE_MS: 30_000 }

const unit = (changes: Partial<IUnit> = {}): IUnit => {
  const [planned] = planUnits('JP1', ['13'], () => ({
    cost: '61.5',
    factor: 1,
    isCostOpen: false,
    fields: [],
  }))
  return { ...(planned as IUnit), ...changes }
}

const order = {
  status: 'Processing' as const,
  delivery: 'instant' as const,
  units: [unit()],
  due: { fulfil: { seq: 1, at: now } },
  pendingCompletion: null,
  lateOffer: null,
  assignee: null,
  pricePaise: 10_900,
  partlyRefundedPaise: 0,
}
type Order = Parameters<typeof nextFulfilStep>[0]

function stepOf(changes: Partial<Order>, evidence: Evidence = 'lookup', hasAccount = true): FulfilStep {
  const supplier = { evidence, hasAccount: () => hasAccount }
  return nextFulfilStep({ ...order, ...changes }, { seq: 1, now, env, supplier })
}
const sent = (ms: number) => unit({ state: 'sending', attempt: 1, sentAt: before(ms) })
const completion = { adminId: 'a', name: 'Asha', at: now, until: after(9_000), reason: '', labels: [] }
const refundChosen = { choice: 'refund' as const, at: now }

describe('the next step of a fulfilment', () => {
  it.each<[string, Partial<Order>, FulfilStep['kind']]>([
    ['a newer task', { due: { fulfil: { seq: 2, at: now } } }, 'nothing'],
    ['a task that is not due any more', { due: { fulfil: { seq: 1, at: null } } }, 'nothing'],
    ['a manual delivery', { delivery: 'manual' }, 'nothing'],
    ['an ended order', { status: 'Refunded' }, 'follow_up'],
    ['a pending completion', { pendingCompletion: completion }, 'await_completion'],
    ['a chosen refund', { lateOffer: refundChosen }, 'late_refund'],
    ['a chosen refund of a manual delivery', { delivery: 'manual', lateOffer: refundChosen }, 'late_refund'],
    ['a chosen refund while a supplier has a unit', { lateOffer: refundChosen, units: [sent(0)] }, 'recover'],
    [
      'a chosen refund while a restored unit counts as unsent',
      { lateOffer: refundChosen, units: [unit({ isUnverified: true })] },
      'verify',
    ],
    [
      'a chosen refund while a restored unit counts as rejected',
      { lateOffer: refundChosen, units: [unit({ state: 'rejected', isUnverified: true })] },
      'nothing',
    ],
    ['all units delivered', { units: [unit({ state: 'delivered' })] }, 'complete'],
    ['a rejected unit', { units: [unit({ state: 'rejected' })] }, 'nothing'],
    ['a planned unit', {}, 'send'],
    ['an accepted unit', { units: [unit({ state: 'sending', supplierOrderId: 'S1' })] }, 'lookup'],
    ['a call without an answer', { units: [sent(0)] }, 'recover'],
  ])('for %s', (_name, changes, kind) => {
    expect(stepOf(changes).kind).toBe(kind)
  })

  it('buys nothing without a supplier', () => {
    expect(nextFulfilStep(order, { seq: 1, now, env, supplier: undefined })).toEqual({ kind: 'nothing' })
  })

  it('reads no balance while the call may be in flight', () => {
    expect(stepOf({ units: [sent(89_999)] }, 'balance')).toEqual({ kind: 'await_call', until: after(1) })
    expect(stepOf({ units: [sent(90_000)] }, 'balance').kind).toBe('answer_lost')
    expect(stepOf({ units: [sent(0)] }, 'idempotent_retry').kind).toBe('answer_lost')
  })

  it.each<[string, Evidence, IUnit]>([
    ['was accepted', 'lookup', unit({ state: 'sending', supplierOrderId: 'S1' })],
    ['has no answer', 'lookup', sent(0)],
    ['would be sent again under its reference', 'idempotent_retry', unit({ state: 'unknown', attempt: 1 })],
  ])('asks no other account about a unit of an account that is gone, which %s', (_name, evidence, one) => {
    expect(stepOf({ units: [one] }, evidence, false)).toEqual({
      kind: 'account_missing',
      index: 0,
      unit: one,
    })
  })

  it('sends the second unit once the first is delivered', () => {
    expect(stepOf({ units: [unit({ state: 'delivered' }), unit()] })).toMatchObject({
      kind: 'send',
      index: 1,
    })
  })
})

describe('the start of a run', () => {
  const startIn = (ms: number, changes: Partial<Order> = {}) =>
    startOfRun({ ...order, due: { fulfil: { seq: 1, at: after(ms) } }, ...changes }, { seq: 1, now })

  it('waits for the due time, and leaves a time far ahead to the sweeper', () => {
    expect(startIn(100)).toEqual({ kind: 'on_time' })
    expect(startIn(101)).toEqual({ kind: 'early', retryAt: after(101) })
    expect(startIn(5_001)).toEqual({ kind: 'early', retryAt: undefined })
  })

  it('does not wait to recover a call without an answer', () => {
    expect(startIn(5_001, { units: [sent(0)] })).toEqual({ kind: 'on_time' })
  })
})

describe('a run after an answer', () => {
  const accepted = { units: [unit({ state: 'sending', supplierOrderId: 'S1' })] }
  const next = (recorded: Partial<Parameters<typeof afterRecording>[0]>, canPoll: boolean) =>
    afterRecording({ order: accepted, canContinue: false, ...recorded }, { evidence: 'lookup', canPoll, now })

  it('continues, is polled, or ends', () => {
    expect(next({ canContinue: true }, true)).toEqual({ kind: 'continue' })
    expect(next({ retryAt: after(2_000) }, true)).toEqual({ kind: 'poll', at: after(2_000) })
    expect(next({ retryAt: after(2_000) }, false)).toEqual({ kind: 'end', retryAt: after(2_000) })
    expect(next({ retryAt: after(2_000), order: order }, true)).toEqual({
      kind: 'end',
      retryAt: after(2_000),
    })
    expect(next({}, true)).toEqual({ kind: 'end', retryAt: undefined })
  })
})
