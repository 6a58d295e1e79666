import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Cooldown,
  callPermit,
  cooldownUntil,
  type Permit,
  recordAvailability,
} from '../../platform/circuit-breaker.ts'
import type { SupplierDelivery } from '../../providers/suppliers/registry.ts'
import type { Supplier, UnitOutcome } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { joinToSendTimeoutMs } from './batch-members.ts'
import {
  type BatchSlot,
  closeBatch,
  hasSlot,
  isOfAccount,
  type JoinRequest,
  joinBatch,
  leaveBatch,
} from './purchase-batch.ts'
import { type BatchPort, settleBatch } from './settle-batch.ts'
import type { IUnit } from './unit-schema.ts'

type PurchaseDeps = Pick<Deps, 'redis' | 'env' | 'clock' | 'log' | 'shutdownSignal' | 'purchaseLog'>

/**
 * Where an attempt goes: the supplier's account and the purchase batch. `cost`: the unit's current cost, when it was
 * not proven as the order was placed.
 */
export type AttemptTarget = { accountId: string; balanceBefore: string; batch: number; cost?: string }

export type PurchaseRequest<Committed> = {
  delivery: SupplierDelivery
  orderId: string
  /** The unit's index in its order. */
  index: number
  input1: string
  input2: string
  unit: IUnit
  port: BatchPort
  /** Whether the task that requests this purchase is still the order's newest. */
  isStillDue(): Promise<boolean>
  /** Commits the attempt; undefined when a concurrent update changed the unit, and then nothing is bought. */
  commit(evidence: AttemptTarget): Promise<Commit<Committed> | undefined>
}

/** `wasLost`: the database's answer was lost, and the attempt was found committed afterwards: too late to call. */
export type Commit<Committed> = { committed: Committed; wasLost: boolean }

export type PurchaseResult<Committed> =
  | { kind: 'answered'; committed: Committed; outcome: UnitOutcome }
  /**
   * The account cannot be called now; nothing was committed. No `reason`: only a matter of queueing. `isUnresponsive`:
   * it was asked.
   */
  | { kind: 'deferred'; until: Date; reason?: string; isUnresponsive?: boolean }
  /** A concurrent update changed the unit, or this process is shutting down. Nothing was committed. */
  | { kind: 'superseded' }

/**
 * Makes one purchase at a supplier account, unless its circuit breaker is open. Where the balance is the only evidence
 * of a lost answer, the purchase joins a batch between two readings. The attempt is committed right before the call.
 */
export function purchaseUnit<Committed>(
  deps: PurchaseDeps,
  purchase: PurchaseRequest<Committed>,
): Promise<PurchaseResult<Committed>> {
  const { supplier } = purchase.delivery
  return withPermit(deps, supplier, async (permit): Promise<PurchaseResult<Committed>> => {
    const result =
      supplier.evidence === 'balance'
        ? await purchaseInBatch(deps, purchase)
        : await sendPurchase(deps, purchase, undefined)
    if (result.kind !== 'answered') await permit.release()
    return result
  })
}

/**
 * Asks a supplier about a unit, under the same circuit breaker as purchases. An answer with an uninformative code
 * counts as available here; for a purchase it counts as unresponsive.
 */
export function lookupPurchase<Answer extends { kind: string; isAnswered?: boolean }>(
  deps: PurchaseDeps,
  supplier: Supplier,
  ask: () => Promise<Answer>,
): Promise<
  { kind: 'answered'; answer: Answer } | Extract<PurchaseResult<never>, { kind: 'deferred' | 'superseded' }>
> {
  return withPermit(deps, supplier, async () => {
    const begunAt = performance.now()
    const answer = await ask()
    const isUnresponsive = answer.kind === 'unavailable' || (answer.kind === 'unknown' && !answer.isAnswered)
    await recordAvailability(deps, supplier.name, { begunAt, isAnswered: !isUnresponsive })
    return { kind: 'answered' as const, answer }
  })
}

type GrantedPermit = Extract<Permit, { until?: never }>
type Deferral = { kind: 'deferred'; until: Date; reason: string } | { kind: 'superseded' }

async function withPermit<T>(
  deps: PurchaseDeps,
  supplier: Supplier,
  work: (permit: GrantedPermit) => Promise<T>,
): Promise<T | Deferral> {
  if (deps.shutdownSignal?.aborted) return { kind: 'superseded' }
  const permit = await callPermit(deps, supplier.name)
  return permit.until ? deferral(supplier, permit) : work(permit)
}

const deferral = (supplier: Supplier, { until, isRateLimited }: Cooldown) => ({
  kind: 'deferred' as const,
  until,
  reason: `${supplier.name} ${isRateLimited ? 'asked us to slow down' : 'is paused: it did not answer'}`,
})

async function purchaseInBatch<Committed>(
  deps: PurchaseDeps,
  purchase: PurchaseRequest<Committed>,
): Promise<PurchaseResult<Committed>> {
  const { delivery, orderId, index, unit, port } = purchase
  const account = delivery.supplier.name
  const at = deps.clock.now()
  const member = { orderId, index, attempt: unit.attempt + 1, by: randomUUID(), at }
  const [currentCost] = unit.isCostOpen ? await port.costsOf(account, [unit]) : []
  const slot = await findSlot(deps, purchase, { member, isExclusive: currentCost?.isProven === false })
  if ('kind' in slot) return slot
  const commit: typeof purchase.commit = (evidence) =>
    purchase
      .commit({ ...evidence, ...(currentCost && { cost: currentCost.cost }) })
      .catch(async (error: unknown) => {
        // Without a commit there is no call.
        await leaveBatch(account, slot, member).catch(() => undefined)
        throw error
      })
  const result = await sendPurchase(deps, { ...purchase, commit }, slot)
  if (result.kind !== 'answered') await leaveBatch(account, slot, member)
  else if (result.outcome.kind === 'unknown') await closeBatch(account, slot.batch)
  return result
}

type JoinedBatch = BatchSlot & { joinedAt: number }

/** How long an order waits for a slot before it is rescheduled. */
const timeoutMs = 2_000
const retryJoinMs = 60

async function findSlot<Committed>(
  deps: PurchaseDeps,
  purchase: PurchaseRequest<Committed>,
  { member, isExclusive }: JoinRequest,
): Promise<JoinedBatch | Extract<PurchaseResult<Committed>, { kind: 'deferred' | 'superseded' }>> {
  const { supplier } = purchase.delivery
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    const joinedAt = performance.now()
    const slot = await joinBatch(deps, supplier, { member: { ...member, at: deps.clock.now() }, isExclusive })
    if (slot) return { ...slot, joinedAt }
    // Checked before the balance is read: a superseded order must not cause work.
    if (deps.shutdownSignal?.aborted || !(await purchase.isStillDue())) return { kind: 'superseded' }
    const paused = await cooldownUntil(deps, supplier.name)
    if (paused) return deferral(supplier, paused)
    const settlement = await settleBatch(deps, {
      supplier,
      port: purchase.port,
      isSettled: (seen) => isOfAccount(seen, supplier) && hasSlot(deps, seen, { isExclusive }),
    })
    if (settlement.kind === 'wait') return { ...settlement, kind: 'deferred' }
    if (settlement.kind === 'opened') continue
    if (performance.now() > giveUpAt) return { kind: 'deferred', until: soon(deps) }
    await sleep(retryJoinMs)
  }
}

const soon = (deps: PurchaseDeps) => new Date(deps.clock.now().getTime() + 500)

async function sendPurchase<Committed>(
  deps: PurchaseDeps,
  { delivery, unit, input1, input2, commit }: PurchaseRequest<Committed>,
  slot: JoinedBatch | undefined,
): Promise<PurchaseResult<Committed>> {
  const { accountId } = delivery.supplier
  const begunAt = slot?.joinedAt ?? performance.now()
  const commitment = await commit({ accountId, balanceBefore: slot?.balance ?? '', batch: slot?.batch ?? 0 })
  if (commitment === undefined) return { kind: 'superseded' }
  const { committed, wasLost } = commitment
  if (wasLost || performance.now() - begunAt > joinToSendTimeoutMs) {
    // The process was delayed: the batch may have been settled, or the supplier asked, without this purchase.
    return {
      kind: 'answered',
      committed,
      outcome: { kind: 'unavailable', message: 'It was not sent in time' },
    }
  }
  const sentAt = performance.now()
  const outcome = await delivery.supplier.purchaseUnit({
    unitRef: unit.ref,
    productSlug: delivery.productSlug,
    supplierItemId: unit.supplierItemId,
    account: delivery.account(input1, input2, unit.fields),
  })
  const isAnswered = outcome.kind !== 'unknown' && outcome.kind !== 'unavailable'
  await recordAvailability(deps, delivery.supplier.name, { begunAt: sentAt, isAnswered })
  return { kind: 'answered', committed, outcome }
}
