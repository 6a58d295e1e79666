import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../providers/suppliers/supplier.ts'
import {
  applyAnswer,
  nextReference,
  nextUnitStep,
  otherAccountAnswer,
  type SupplierAnswer,
} from './unit-rules.ts'
import { type IUnit, planUnits, unitStates } from './unit-schema.ts'

const now = new Date('2026-01-31T10:00:00Z')
const world = { now, evidence: 'lookup' as const, pollMs: 2_000, callEndsAt: now, askedAt: now }
const blind = { ...world, evidence: 'balance' as const }
const [planned] = planUnits('JP1', ['13'])
const unit = (changes: Partial<IUnit> = {}): IUnit => ({
  ...(planned as IUnit),
  attempt: 1,
  state: 'sending',
  ...changes,
})

const answers: SupplierAnswer[] = [
  { kind: 'delivered', supplierOrderId: 'S1' },
  { kind: 'accepted', supplierOrderId: 'S1', vendorStatus: 'processing' },
  { kind: 'rejected', code: '201', message: 'no', retryable: false },
  { kind: 'rejected', code: '111', message: 'low', retryable: true },
  { kind: 'returned', supplierOrderId: 'S1', message: 'refunded' },
  { kind: 'unknown', message: 'time-out' },
  { kind: 'unavailable', message: 'refused connection' },
  { kind: 'not_found' },
]

describe('planning', () => {
  it('creates one unit for each product of a bundle, each with its own stable id', () => {
    const units = planUnits('JP1', ['23', '23', '13'])
    expect(units.map((one) => [one.ref, one.supplierItemId])).toEqual([
      ['JP1-1', '23'],
      ['JP1-2', '23'],
      ['JP1-3', '13'],
    ])
  })

  it('stores the terms of each product, and nothing where they are unknown', () => {
    const units = planUnits('JP1', ['23', '13'], (id) => ({
      cost: id === '23' ? '122' : '',
      factor: 1,
      isCostOpen: false,
      fields: [],
    }))
    expect(units.map((one) => one.cost)).toEqual(['122', ''])
    expect(planUnits('JP1', ['23'])).toMatchObject([{ cost: '', fields: [] }])
  })
})

describe('the next step', () => {
  it('sends the first unit that is not delivered', () => {
    const units = [unit({ state: 'delivered' }), unit({ state: 'planned' }), unit({ state: 'planned' })]
    expect(nextUnitStep(units, 'balance')).toEqual({ kind: 'send', index: 1 })
  })

  it('never sends while a unit is in flight, rejected or unknown', () => {
    for (const state of ['sending', 'rejected', 'unknown'] as const) {
      expect(nextUnitStep([unit({ state }), unit({ state: 'planned' })], 'lookup').kind).not.toBe('send')
    }
  })

  it('queries an unknown unit where that is possible, and otherwise leaves it to a person', () => {
    expect(nextUnitStep([unit({ state: 'unknown' })], 'lookup').kind).toBe('lookup')
    expect(nextUnitStep([unit({ state: 'unknown' })], 'balance')).toEqual({
      kind: 'blocked',
      index: 0,
      delivered: 0,
    })
  })

  it('ends when all units are delivered', () => {
    expect(nextUnitStep([unit({ state: 'delivered' })], 'balance').kind).toBe('all_delivered')
  })
})

describe('answers', () => {
  it('leaves an unclear answer to a person where the supplier has no lookup, and otherwise queries it', () => {
    const unclear: SupplierAnswer = { kind: 'unknown', message: 'time-out' }
    expect(applyAnswer(unit(), unclear, blind)).toMatchObject({
      unit: { state: 'unknown' },
      after: { next: 'needs_action' },
    })
    expect(applyAnswer(unit(), unclear, world)).toMatchObject({
      unit: { state: 'unknown' },
      after: { next: 'wait' },
    })
  })

  it('frees a unit for another attempt only when it certainly was not bought', () => {
    for (const answer of answers) {
      for (const state of unitStates) {
        const after = applyAnswer(unit({ state }), answer, world).unit.state
        const certain =
          ['not_found', 'unavailable'].includes(answer.kind) ||
          (answer.kind === 'rejected' && answer.retryable)
        if (after === 'planned') expect(certain, `${answer.kind} on ${state}`).toBe(true)
      }
    }
  })

  it('frees a unit that is not found twice, and the third time leaves it to a person', () => {
    const after = (attempt: number) =>
      applyAnswer(unit({ state: 'unknown', attempt }), { kind: 'not_found' }, world)
    expect(after(1)).toMatchObject({ unit: { state: 'planned' }, after: { next: 'continue' } })
    expect(after(2)).toMatchObject({ unit: { state: 'planned' }, after: { next: 'continue' } })
    expect(after(3)).toMatchObject({ unit: { state: 'unknown' }, after: { next: 'needs_action' } })
    expect(after(3).unit.message).toBe('Sent 3 times, and the supplier knows of none')
  })

  it('does not free a unit whose call may be in flight, however often it is not found', () => {
    const callEndsAt = new Date(now.getTime() + 700)
    let one = unit({ state: 'unknown', retryCount: 9 })
    for (let times = 1; times <= 5; times += 1) {
      const { unit: left, after } = applyAnswer(one, { kind: 'not_found' }, { ...world, callEndsAt })
      expect(left).toMatchObject({ state: 'unknown', notFoundTimes: times, notFoundSince: now })
      expect(after).toEqual({ next: 'wait', reason: 'outcome_unknown', waitMs: 700 })
      one = left
    }
    expect(applyAnswer(one, { kind: 'not_found' }, world).unit).toMatchObject({
      state: 'planned',
      notFoundTimes: 0,
      notFoundSince: null,
    })
  })

  it('does not free a unit by a late answer to a lookup made while its call was in flight', () => {
    const callEndsAt = new Date(now.getTime() - 1_000)
    const askedAt = new Date(callEndsAt.getTime() - 1)
    const late = applyAnswer(
      unit({ state: 'unknown' }),
      { kind: 'not_found' },
      { ...world, callEndsAt, askedAt },
    )
    expect(late).toMatchObject({ unit: { state: 'unknown' }, after: { next: 'wait', waitMs: 0 } })
    const fresh = { ...world, callEndsAt, askedAt: callEndsAt }
    expect(applyAnswer(unit({ state: 'unknown' }), { kind: 'not_found' }, fresh).unit.state).toBe('planned')
  })

  it('never frees an accepted unit: a person decides after three "not found" answers in a row', () => {
    const missing = { kind: 'not_found' } as const
    const once = applyAnswer(unit({ supplierOrderId: 'S1' }), missing, world)
    expect(once.unit).toMatchObject({ state: 'sending', supplierOrderId: 'S1', notFoundTimes: 1 })
    expect(once.after).toMatchObject({ next: 'wait', reason: 'outcome_unknown' })
    const accepted: SupplierAnswer = { kind: 'accepted', supplierOrderId: 'S1', vendorStatus: 'processing' }
    expect(applyAnswer(once.unit, accepted, world).unit).toMatchObject({
      notFoundTimes: 0,
      notFoundSince: null,
    })
    const timeOut: SupplierAnswer = { kind: 'unknown', message: 'No answer within 1.5 s.' }
    const twice = applyAnswer(applyAnswer(once.unit, timeOut, world).unit, missing, world)
    const { unit: left, after } = applyAnswer(twice.unit, missing, world)
    expect(left).toMatchObject({ state: 'unknown', supplierOrderId: 'S1', notFoundTimes: 3, batch: 0 })
    expect(left.message).toBe('Accepted as S1, and the supplier does not know of it any more')
    expect(after).toEqual({ next: 'needs_action' })
  })

  it('leaves a unit to a person when its account’s credentials are no longer set', () => {
    const answer = otherAccountAnswer({ name: 'MOOGOLD' })
    for (const supplierOrderId of ['', 'S1']) {
      const { unit: left, after } = applyAnswer(unit({ supplierOrderId }), answer, world)
      expect(left).toMatchObject({ state: 'unknown', supplierOrderId })
      expect(left.message).toContain('another account of MOOGOLD')
      expect(after).toEqual({ next: 'needs_action' })
    }
  })

  it('keeps an unknown unit unknown when the lookup fails', () => {
    const lost: SupplierAnswer = { kind: 'unavailable', message: 'down' }
    expect(applyAnswer(unit({ state: 'unknown' }), lost, world).unit.state).toBe('unknown')
  })

  it('keeps an accepted unit accepted when a later lookup is unclear', () => {
    const accepted = unit({ supplierOrderId: 'S1' })
    expect(applyAnswer(accepted, { kind: 'unknown', message: '502' }, world).unit).toMatchObject({
      state: 'sending',
      supplierOrderId: 'S1',
    })
  })

  it('keeps the time of the first acceptance, however often the unit is looked up', () => {
    const before = new Date('2026-01-31T09:59:00Z')
    const accepted: SupplierAnswer = { kind: 'accepted', supplierOrderId: 'S1', vendorStatus: 'processing' }
    const timedOut = unit({ answeredAt: before, state: 'unknown' })
    expect(applyAnswer(timedOut, accepted, world).unit.answeredAt).toEqual(now)
    const known = unit({ answeredAt: before, supplierOrderId: 'S1' })
    for (const answer of [accepted, { kind: 'unknown', message: '502' }] as const) {
      expect(applyAnswer(known, answer, world).unit.answeredAt).toEqual(before)
    }
    const delivered = { kind: 'delivered', supplierOrderId: 'S1' } as const
    expect(applyAnswer(known, delivered, world).unit.answeredAt).toEqual(now)
  })

  it('marks a unit delivered only for a delivered answer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...unitStates),
        fc.constantFrom(...answers),
        fc.constantFrom<Evidence[]>('lookup', 'balance', 'idempotent_retry'),
        (state, answer, evidence) => {
          const { unit: after } = applyAnswer(unit({ state }), answer, { ...world, evidence })
          const saysSo = answer.kind === 'delivered'
          expect(after.state === 'delivered').toBe(
            saysSo || (state === 'delivered' && after.state === 'delivered'),
          )
        },
      ),
    )
  })

  it('restarts at the shortest delay once the supplier accepts a unit after a long unclear time', () => {
    const taken = { kind: 'accepted', supplierOrderId: '812', vendorStatus: 'processing' } as const
    const first = applyAnswer(unit({ state: 'unknown', retryCount: 6 }), taken, world)
    expect(first.after).toMatchObject({ next: 'wait', waitMs: 2_000 })
    const second = applyAnswer(first.unit, taken, world)
    expect(second.after).toMatchObject({ next: 'wait', waitMs: 4_000 })
  })
  it('doubles the delay each time, up to five minutes', () => {
    const waits = [0, 1, 2, 20].map((count) => {
      const { after } = applyAnswer(unit({ retryCount: count }), { kind: 'unknown', message: '' }, world)
      return after.next === 'wait' ? after.waitMs : 0
    })
    expect(waits).toEqual([2_000, 4_000, 8_000, 300_000])
  })
})

describe('a deferral', () => {
  const tooFew: SupplierAnswer = {
    kind: 'rejected',
    code: '20010',
    message: 'too few points',
    retryable: true,
  }
  const later = (minutes: number) => ({ ...world, now: new Date(now.getTime() + minutes * 60_000) })

  it('is retried for half an hour, then a person decides', () => {
    const first = applyAnswer(unit(), tooFew, world)
    expect(first).toMatchObject({
      unit: { state: 'planned', deferredSince: now },
      after: { next: 'wait', reason: 'supplier_deferred' },
    })
    const still = applyAnswer({ ...first.unit, state: 'sending' }, tooFew, later(29))
    expect(still).toMatchObject({ unit: { deferredSince: now }, after: { next: 'wait' } })
    const end = applyAnswer({ ...still.unit, state: 'sending' }, tooFew, later(30))
    expect(end).toMatchObject({
      unit: { state: 'rejected', code: '20010', message: 'too few points', deferredSince: null },
      after: { next: 'needs_action', reason: 'supplier_deferred' },
    })
  })

  it('counts from the first deferral when the supplier is unavailable in between', () => {
    const refused = applyAnswer(unit(), tooFew, world).unit
    const away = applyAnswer(
      { ...refused, state: 'sending' },
      { kind: 'unavailable', message: '' },
      later(20),
    )
    expect(away.unit).toMatchObject({ state: 'planned', deferredSince: now })
  })

  it('has half an hour again once the supplier accepts the unit, or a person sends it again', () => {
    const refused = applyAnswer(unit(), tooFew, world).unit
    for (const answer of answers.filter(({ kind }) => kind === 'accepted' || kind === 'returned')) {
      expect(applyAnswer({ ...refused, state: 'sending' }, answer, later(10)).unit.deferredSince).toBeNull()
    }
  })

  it('is not retried when the rejection is final', () => {
    const final: SupplierAnswer = {
      kind: 'rejected',
      code: '201',
      message: 'balance of points',
      retryable: false,
    }
    expect(applyAnswer(unit({ deferredSince: now }), final, later(1))).toMatchObject({
      unit: { state: 'rejected', deferredSince: null },
      after: { next: 'rejected' },
    })
  })
})

describe('a unit of a restored order', () => {
  const restored = (state: IUnit['state']) => unit({ state, isUnverified: true, batch: 1 })
  const stepOf = (state: IUnit['state'], evidence: Evidence) => nextUnitStep([restored(state)], evidence).kind

  it('is verified before it is bought, where the supplier can be asked or its balance is the evidence', () => {
    expect(stepOf('planned', 'lookup')).toBe('verify')
    expect(stepOf('planned', 'balance')).toBe('verify')
  })

  it('is asked about as usual where it may have been bought before the restored moment', () => {
    expect(stepOf('unknown', 'lookup')).toBe('lookup')
    expect(stepOf('sending', 'lookup')).toBe('orphaned')
  })

  it('is never judged by a balance, which purchases that are unknown here have changed', () => {
    expect(stepOf('unknown', 'balance')).toBe('verify')
    expect(stepOf('sending', 'balance')).toBe('verify')
  })

  it('is bought at once where the supplier delivers once per reference', () => {
    expect(stepOf('planned', 'idempotent_retry')).toBe('send')
  })

  it('stays unverified until the supplier has none under its reference', () => {
    const asked = restored('unknown')
    for (const answer of answers.filter(({ kind }) => kind !== 'not_found'))
      expect(applyAnswer(asked, answer, world).unit.isUnverified, answer.kind).toBe(true)
    const { unit: free } = applyAnswer(asked, { kind: 'not_found' }, world)
    expect(free).toMatchObject({ state: 'planned', isUnverified: false })
    expect(nextUnitStep([free], 'lookup').kind).toBe('send')
  })

  it('is asked about again under the next reference, once its money was returned', () => {
    const { unit: returned } = applyAnswer(restored('unknown'), answers[4]!, world)
    const again: IUnit = { ...returned, state: 'planned', ref: nextReference(returned.ref) }
    expect(nextUnitStep([again], 'lookup').kind).toBe('verify')
  })

  it('can be sent again by a person after its attempts are used up', () => {
    const last = unit({ state: 'unknown', isUnverified: true, attempt: 3 })
    const { unit: unclear, after } = applyAnswer(last, { kind: 'not_found' }, world)
    expect(after).toEqual({ next: 'needs_action' })
    expect(nextUnitStep([{ ...unclear, state: 'planned' }], 'lookup').kind).toBe('send')
  })
})

describe('the reference of a repeated purchase', () => {
  it('follows from the previous reference, however often the unit was sent under it', () => {
    expect(nextReference('JP1-2')).toBe('JP1-2-r2')
    expect(nextReference('JP1-2-r2')).toBe('JP1-2-r3')
    expect(nextReference('JP1-2-r9')).toBe('JP1-2-r10')
  })
})
