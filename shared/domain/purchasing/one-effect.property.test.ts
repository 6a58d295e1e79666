import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../providers/suppliers/supplier.ts'
import { applyAnswer, nextUnitStep, type SupplierAnswer } from './unit-rules.ts'
import { type IUnit, planUnits, type UnitState, unitStates } from './unit-schema.ts'

const now = new Date('2026-01-31T10:00:00Z')
const world = { now, pollMs: 2_000, callEndsAt: now, askedAt: now }

/** What happens at the supplier in one call, and whether its answer arrives. */
type Contact = {
  succeeds: boolean
  reply: 'clear' | 'garbled' | 'unavailable' | 'crashed'
  later: 'yes' | 'no' | 'wait'
}

const contact = fc.record<Contact>({
  succeeds: fc.boolean(),
  reply: fc.constantFrom('clear', 'clear', 'garbled', 'unavailable', 'crashed'),
  later: fc.constantFrom('yes', 'wait', 'no'),
})

const everyEvidence: Evidence[] = ['lookup', 'balance', 'idempotent_retry']

/**
 * A supplier that sells whatever it is sent, also twice: the rules must prevent that. Only with idempotent retries it
 * sells once per reference; it may refuse to say, for now or for good, what it has sold.
 */
function supplierOf(evidence: Evidence) {
  const sold: { ref: string; returned: boolean }[] = []
  const unreturned = (ref: string) => sold.filter((sale) => sale.ref === ref && !sale.returned)
  const send = (ref: string, { succeeds, reply, later }: Contact): SupplierAnswer | 'crashed' => {
    if (reply === 'unavailable') return { kind: 'unavailable', message: '' }
    const isRepeat = evidence === 'idempotent_retry' && unreturned(ref).length > 0
    if (succeeds && !isRepeat) sold.push({ ref, returned: false })
    if (reply === 'crashed') return 'crashed'
    if (reply === 'garbled') return { kind: 'unknown', message: '' }
    if (!succeeds) return { kind: 'rejected', code: '1', message: '', retryable: later !== 'no' }
    return evidence === 'lookup'
      ? { kind: 'accepted', supplierOrderId: `S${sold.length}`, vendorStatus: 'processing' }
      : { kind: 'delivered', supplierOrderId: `S${sold.length}` }
  }
  const lookUp = (ref: string, { reply, later }: Contact): SupplierAnswer | 'crashed' => {
    if (reply === 'unavailable') return { kind: 'unavailable', message: '' }
    if (reply === 'crashed') return 'crashed'
    if (reply === 'garbled') return { kind: 'unknown', message: '' }
    const [sale] = unreturned(ref)
    if (!sale) return { kind: 'not_found' }
    if (later === 'wait') return { kind: 'accepted', supplierOrderId: 'S1', vendorStatus: 'processing' }
    if (later === 'yes') return { kind: 'delivered', supplierOrderId: 'S1' }
    sale.returned = true
    return { kind: 'returned', supplierOrderId: 'S1', message: '' }
  }
  return { sold, unreturned, send, lookUp }
}

/** Runs an order's jobs through these calls, as fulfilment does. */
function fulfil(contacts: readonly Contact[], evidence: Evidence) {
  const supplier = supplierOf(evidence)
  const units = planUnits('JP1', ['13', '23'])
  for (const contact of contacts) {
    const step = nextUnitStep(units, evidence)
    if (step.kind === 'all_delivered' || step.kind === 'blocked') break
    const unit = units[step.index]!
    const isSent = step.kind === 'send' || step.kind === 'retry'
    const asked: IUnit = isSent ? { ...unit, state: 'sending', attempt: unit.attempt + 1 } : unit
    units[step.index] = asked
    const answer =
      step.kind === 'orphaned'
        ? { kind: 'unknown' as const, message: 'lost' }
        : supplier[isSent ? 'send' : 'lookUp'](unit.ref, contact)
    if (answer === 'crashed') continue
    units[step.index] = applyAnswer(asked, answer, { ...world, evidence }).unit
  }
  return { units, unreturned: supplier.unreturned, sold: supplier.sold }
}

describe('every sequence of answers, lost answers and crashes', () => {
  const runs = fc.array(contact, { maxLength: 25 })

  it.each(everyEvidence)('buys nothing twice (evidence: %s)', (evidence) => {
    fc.assert(
      fc.property(runs, (contacts) => {
        const { units, unreturned, sold } = fulfil(contacts, evidence)
        for (const unit of units) expect(unreturned(unit.ref).length).toBeLessThanOrEqual(1)
        const own = units.map((unit) => unit.ref)
        expect(sold.every(({ ref }) => own.includes(ref))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it.each(everyEvidence)(
    'marks delivered only what was sold, and rejected only what was not (evidence: %s)',
    (evidence) => {
      fc.assert(
        fc.property(runs, (contacts) => {
          const { units, unreturned } = fulfil(contacts, evidence)
          for (const unit of units) {
            if (unit.state === 'delivered') expect(unreturned(unit.ref)).toHaveLength(1)
            if (unit.state === 'rejected' || unit.state === 'planned')
              expect(unreturned(unit.ref)).toHaveLength(0)
          }
        }),
        { numRuns: 500 },
      )
    },
  )
})

it('determines every purchase that is retried under its reference, unless it was rejected at once', () => {
  const answered: Contact = { succeeds: true, reply: 'clear', later: 'yes' }
  fc.assert(
    fc.property(fc.array(contact, { maxLength: 25 }), (contacts) => {
      const { units } = fulfil([...contacts, ...Array<Contact>(6).fill(answered)], 'idempotent_retry')
      const isRejected = units.some(({ state }) => state === 'rejected')
      if (!isRejected) expect(units.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
      expect(units.filter(({ state }) => state === 'unknown' || state === 'sending')).toEqual([])
    }),
    { numRuns: 500 },
  )
})

describe('every unit in flight with every answer', () => {
  const answers: Record<string, SupplierAnswer> = {
    delivered: { kind: 'delivered', supplierOrderId: 'S1' },
    accepted: { kind: 'accepted', supplierOrderId: 'S1', vendorStatus: 'processing' },
    deferred: { kind: 'rejected', code: '111', message: '', retryable: true },
    rejected: { kind: 'rejected', code: '118', message: '', retryable: false },
    returned: { kind: 'returned', supplierOrderId: 'S1', message: '' },
    unknown: { kind: 'unknown', message: '' },
    unavailable: { kind: 'unavailable', message: '' },
    'not found': { kind: 'not_found' },
  }
  /** From `sending` without the supplier's id, `sending` with it, and `unknown`. */
  const edges: Record<string, [UnitState, UnitState, UnitState]> = {
    delivered: ['delivered', 'delivered', 'delivered'],
    accepted: ['sending', 'sending', 'sending'],
    deferred: ['planned', 'planned', 'planned'],
    rejected: ['rejected', 'rejected', 'rejected'],
    returned: ['rejected', 'rejected', 'rejected'],
    unknown: ['unknown', 'sending', 'unknown'],
    unavailable: ['planned', 'sending', 'unknown'],
    'not found': ['planned', 'sending', 'planned'],
  }
  const [planned] = planUnits('JP1', ['13'])
  const inFlight = [
    { ...planned!, attempt: 1, state: 'sending' as const },
    { ...planned!, attempt: 1, state: 'sending' as const, supplierOrderId: 'S1' },
    { ...planned!, attempt: 1, state: 'unknown' as const },
  ]

  it.each(Object.keys(edges))('follows the listed transitions: %s', (name) => {
    for (const evidence of ['lookup', 'balance'] as const) {
      const ends = inFlight.map((unit) => applyAnswer(unit, answers[name]!, { ...world, evidence }).unit)
      expect(ends.map((unit) => unit.state)).toEqual(edges[name])
      expect(ends.every((unit) => unit.attempt === 1 && unit.ref === planned!.ref)).toBe(true)
    }
  })

  it('returns one next step for every list of units', () => {
    const states = fc.array(fc.constantFrom(...unitStates), { maxLength: 5 })
    fc.assert(
      fc.property(states, fc.constantFrom(...everyEvidence), (list, evidence) => {
        const units = list.map((state) => ({ ...planned!, state }))
        const step = nextUnitStep(units, evidence)
        const first = list.find((state) => state !== 'delivered')
        expect(step.kind === 'all_delivered').toBe(first === undefined)
        expect(step.kind === 'send').toBe(first === 'planned')
        expect(step.kind === 'retry').toBe(first === 'unknown' && evidence === 'idempotent_retry')
        if ('index' in step) expect(list.slice(0, step.index).every((one) => one === 'delivered')).toBe(true)
      }),
    )
  })
})
