import type { SupplierDelivery } from '../../providers/suppliers/registry.ts'
import type { Supplier, UnitOutcome } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { giveBackProbe, mayNotCallBefore, noteAvailability, pausedUntil } from './breaker.ts'
import { inLine } from './in-line.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { IUnit } from './unit-schema.ts'

type BuyDeps = Pick<Deps, 'redis' | 'env' | 'clock' | 'log' | 'stopping'>

export type Purchase<Committed> = {
  delivery: SupplierDelivery
  input1: string
  input2: string
  unit: IUnit
  /** Commits the attempt; undefined when someone else has moved the unit, and then nothing is bought. */
  commit(balanceBefore: string): Promise<Committed | undefined>
}

export type Bought<Committed> =
  | {
      kind: 'answered'
      committed: Committed
      outcome: UnitOutcome
      balance: { before: string; after: string }
    }
  /** The account cannot be called now; nothing was committed. */
  | { kind: 'not_now'; until: Date; why: string }
  /** Someone else has moved the unit, or is to: this process ends. Nothing was committed. */
  | { kind: 'not_ours' }

/**
 * One call to a supplier account: not while its circuit is open, and, where its balance is the only evidence of
 * what a lost call did, not while another call is in flight. The attempt is committed right before the call.
 */
export async function buyUnit<Committed>(
  deps: BuyDeps,
  purchase: Purchase<Committed>,
): Promise<Bought<Committed>> {
  const { supplier } = purchase.delivery
  if (supplier.canLookUp) {
    return inLine(accountKey(deps, supplier), deps.env.SUPPLIER_CALLS_AT_ONCE, () =>
      unlessPaused(deps, purchase, () => call(deps, purchase, '')),
    )
  }
  const paused = await pausedUntil(deps, supplier.name)
  if (paused) return notNow(supplier, paused)
  // Asked again when it is this order's turn: the calls before it may have found the supplier silent.
  const bought = await oneAtATime(deps, supplier.name, () =>
    unlessPaused(deps, purchase, () => callWithEvidence(deps, purchase)),
  )
  if (bought !== 'busy') return bought
  return { kind: 'not_now', until: soon(deps), why: `${supplier.name} is busy with other orders` }
}

const accountKey = (deps: BuyDeps, supplier: Supplier) => `${deps.env.QUEUE_PREFIX}:${supplier.name}`

async function unlessPaused<Committed>(
  deps: BuyDeps,
  { delivery: { supplier } }: Purchase<Committed>,
  work: () => Promise<Bought<Committed>>,
): Promise<Bought<Committed>> {
  if (deps.stopping?.aborted) return { kind: 'not_ours' }
  const paused = await mayNotCallBefore(deps, supplier.name)
  return paused ? notNow(supplier, paused) : work()
}

const notNow = (supplier: Supplier, until: Date) => ({
  kind: 'not_now' as const,
  until,
  why: `${supplier.name} is paused: it did not answer`,
})

const soon = (deps: BuyDeps) => new Date(deps.clock.now().getTime() + 1_000)

/** A supplier that does not even tell its balance is not asked to deliver. */
async function callWithEvidence<Committed>(
  deps: BuyDeps,
  purchase: Purchase<Committed>,
): Promise<Bought<Committed>> {
  const { supplier } = purchase.delivery
  const balance = await supplier.queryBalance()
  if (balance.kind === 'unavailable') {
    await noteAvailability(deps, supplier.name, false)
    return {
      kind: 'not_now',
      until: (await pausedUntil(deps, supplier.name)) ?? soon(deps),
      why: `${supplier.name} does not answer`,
    }
  }
  const bought = await call(deps, purchase, balance.kind === 'ok' ? balance.balance : '')
  if (bought.kind !== 'answered' || bought.outcome.kind !== 'unknown') return bought
  return { ...bought, balance: { before: bought.balance.before, after: await readBalance(supplier) } }
}

async function readBalance(supplier: Supplier): Promise<string> {
  const balance = await supplier.queryBalance()
  return balance.kind === 'ok' ? balance.balance : ''
}

async function call<Committed>(
  deps: BuyDeps,
  { delivery, unit, input1, input2, commit }: Purchase<Committed>,
  before: string,
): Promise<Bought<Committed>> {
  const committed = await commit(before)
  if (committed === undefined) {
    await giveBackProbe(deps, delivery.supplier.name)
    return { kind: 'not_ours' }
  }
  const outcome = await delivery.supplier.buyUnit({
    unitRef: unit.ref,
    supplierProduct: delivery.supplierProduct,
    supplierItemId: unit.supplierItemId,
    account: delivery.account(input1, input2, unit.fields),
  })
  const answered = outcome.kind !== 'unknown' && outcome.kind !== 'unreachable'
  await noteAvailability(deps, delivery.supplier.name, answered)
  return { kind: 'answered', committed, outcome, balance: { before, after: '' } }
}
