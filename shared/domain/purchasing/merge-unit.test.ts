import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConflict, mergeUnit } from './merge-unit.ts'
import { applyAnswer, type SupplierAnswer } from './unit-rules.ts'
import { type IUnit, planUnits } from './unit-schema.ts'

const [planned] = planUnits('JP1', ['13'])
const unit = (changes: Partial<IUnit> = {}): IUnit => ({
  ...(planned as IUnit),
  attempt: 2,
  state: 'sending',
  ...changes,
})
const accepted = unit({ supplierOrderId: 'S1' })
const delivered = unit({ state: 'delivered', supplierOrderId: 'S1' })
const rejected = unit({ state: 'rejected', code: '201' })
const unknown = unit({ state: 'unknown', batch: 3 })
const byPerson = unit({ state: 'delivered', supplierOrderId: 'S1', isFollowedUp: true })
const freed = unit({ state: 'planned' })

describe('merging a supplier’s answer', () => {
  it('keeps a delivery with a reference, whatever arrives later', () => {
    for (const answer of [unit(), accepted, rejected, unknown, freed, delivered]) {
      expect(mergeUnit(delivered, answer)).toBe('keep')
    }
  })

  it('prefers a delivery with a reference to every other state', () => {
    for (const known of [unit(), accepted, rejected, unknown, byPerson, freed]) {
      expect(mergeUnit(known, delivered)).toMatchObject({ state: 'delivered', supplierOrderId: 'S1' })
    }
  })

  it('prefers a final rejection to unknown and to a delivery without the supplier’s reference', () => {
    for (const known of [unit(), unknown, accepted, byPerson]) {
      expect(mergeUnit(known, rejected)).toMatchObject({ state: 'rejected', code: '201' })
    }
    expect(mergeUnit(rejected, unknown)).toBe('keep')
    expect(mergeUnit(rejected, byPerson)).toBe('keep')
  })

  it('never replaces an acceptance by a time-out or by an answer to an older read', () => {
    for (const answer of [unit(), unknown, freed]) expect(mergeUnit(accepted, answer)).toBe('keep')
    expect(mergeUnit(accepted, unit({ supplierOrderId: 'S2' }))).toBe('keep')
  })

  it('never changes a newer attempt by an older one', () => {
    for (const answer of [delivered, rejected, accepted, unknown]) {
      expect(mergeUnit(unit({ attempt: 3 }), answer)).toBe('keep')
    }
  })

  it('frees an unclear unit when its call was never made, and one with an order only upon a current read', () => {
    expect(mergeUnit(unknown, freed)).toMatchObject({ state: 'planned' })
    expect(mergeUnit(accepted, freed, accepted)).toMatchObject({ state: 'planned', supplierOrderId: '' })
  })

  it('follows up the acceptance of a unit that was freed meanwhile, but no weaker answer', () => {
    expect(mergeUnit(freed, accepted)).toMatchObject({ state: 'sending', supplierOrderId: 'S1' })
    for (const answer of [unknown, rejected]) expect(mergeUnit(freed, answer)).toBe('keep')
    expect(mergeUnit({ ...freed, ref: 'JP1-1-r3' }, accepted)).toBe('keep')
  })

  it('keeps the supplier order id and the balances when the better answer has none', () => {
    const known = unit({ supplierOrderId: 'S1', balanceBefore: '100' })
    expect(mergeUnit(known, rejected)).toMatchObject({ supplierOrderId: 'S1', balanceBefore: '100' })
  })

  it('keeps an undetermined unit with a person when the call’s own time-out arrives later', () => {
    const asked = unit({ state: 'unknown', batch: 0, message: 'Points went from …' })
    expect(mergeUnit(asked, unknown, unit({ batch: 3 }))).toBe('keep')
    expect(mergeUnit(asked, unknown)).toBe('keep')
  })

  it('keeps a batch that has ended as ended', () => {
    expect(mergeUnit(unknown, unit({ state: 'unknown', batch: 0 }))).toMatchObject({ batch: 0 })
  })
})

it('finds a conflict in every effect that is neither accepted nor known', () => {
  const older = (changes: Partial<IUnit>) => unit({ attempt: 1, ...changes })
  expect(isConflict(rejected, older({ supplierOrderId: 'S0' }))).toBe(true)
  expect(isConflict(delivered, older({ state: 'delivered', supplierOrderId: 'S0' }))).toBe(true)
  expect(isConflict(byPerson, rejected)).toBe(true)
  for (const answer of [delivered, accepted, rejected, unknown, freed]) {
    expect(isConflict(delivered, answer)).toBe(false)
  }
})

const answers: SupplierAnswer[] = [
  { kind: 'delivered', supplierOrderId: 'S1' },
  { kind: 'accepted', supplierOrderId: 'S1', vendorStatus: 'processing' },
  { kind: 'returned', supplierOrderId: 'S1', message: 'refunded' },
  { kind: 'rejected', code: '201', message: 'no', retryable: false },
  { kind: 'unknown', message: 'No answer within 1.5 s.' },
]
const now = new Date('2026-01-31T10:00:00Z')
const terms = { now, evidence: 'lookup' as const, pollMs: 2_000, callEndsAt: now, askedAt: now }

/** The best state after all answers. */
function bestOf(kinds: readonly SupplierAnswer['kind'][]): Partial<IUnit> {
  if (kinds.includes('delivered')) return { state: 'delivered', supplierOrderId: 'S1' }
  if (kinds.includes('returned') || kinds.includes('rejected')) return { state: 'rejected' }
  if (kinds.includes('accepted')) return { state: 'sending', supplierOrderId: 'S1' }
  return { state: 'unknown' }
}

/** Workers read the unit, get an answer, and write in any order: each merges its answer into the stored unit. */
function afterAll(answered: readonly { answer: SupplierAnswer }[], order: readonly number[]): IUnit {
  let stored = unit()
  const read = new Map<number, { answer: SupplierAnswer; read: IUnit }>()
  for (const at of order) {
    const answer = answered[at % answered.length] as { answer: SupplierAnswer }
    const asked = read.get(at % answered.length)
    if (!asked) {
      read.set(at % answered.length, { answer: answer.answer, read: stored })
      continue
    }
    const merged = mergeUnit(stored, applyAnswer(asked.read, asked.answer, terms).unit, asked.read)
    if (merged !== 'keep') stored = merged
  }
  return stored
}

it('ends in the same best state for every order of reads and writes by two to four workers', () => {
  const schedules = fc
    .array(
      fc.constantFrom(...answers).map((answer) => ({ answer })),
      { minLength: 2, maxLength: 4 },
    )
    .chain((answered) => {
      const steps = answered.flatMap((_one, at) => [at, at])
      const order = fc.shuffledSubarray(steps, { minLength: steps.length, maxLength: steps.length })
      return fc.tuple(fc.constant(answered), order)
    })
  fc.assert(
    fc.property(schedules, ([answered, order]) => {
      expect(afterAll(answered, order)).toMatchObject(bestOf(answered.map(({ answer }) => answer.kind)))
    }),
    { numRuns: 2_000 },
  )
})
