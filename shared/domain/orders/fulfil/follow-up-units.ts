import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { type IUnit, lookupPurchase, type SupplierAnswer, settleBatch } from '../../purchasing/index.ts'
import { recordInternally, rescheduleTask } from '../change/change-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { unitIs, unitSet } from '../model/order-update.ts'
import type { SupplierConflict } from '../model/supplier-conflict-schema.ts'
import { followUpDelayMs, isOpenOlderAttempt, isUnresolved } from '../rules/open-units.ts'
import { storeCodes } from '../vault/store-secrets.ts'
import { batchUnits } from './batch-units.ts'
import { recordAccountChanged, recordLateAnswer, recordOlderAnswer } from './record-late-answer.ts'

type FollowUpDeps = Pick<
  Deps,
  'clock' | 'env' | 'suppliers' | 'redis' | 'queues' | 'publisher' | 'log' | 'shutdownSignal' | 'purchaseLog'
>

/** A supplier that has reported no final state after this time will not report one. */
const maxFollowUpMs = 30 * 24 * 60 * followUpDelayMs

/**
 * A unit that its supplier does not know counts as never bought after this many such answers over this time.
 */
const minNotFound = { times: 3, ms: 60 * followUpDelayMs }

/**
 * Polls the units of an ended order, and older attempts at them, until the supplier has reported each final
 * state. A state that contradicts the order's end is recorded as a supplier conflict for an admin.
 */
export async function followUpUnits(deps: FollowUpDeps, order: OrderDoc): Promise<void> {
  const supplier = deps.suppliers.forApiType(order.item.apiType)?.supplier
  if (supplier) {
    for (const [index, unit] of order.units.entries()) {
      if (isUnresolved(unit)) await pollUnit(deps, order, { supplier, index, unit })
    }
    for (const followed of order.supplierConflicts.filter(isOpenOlderAttempt)) {
      await pollOlderAttempt(deps, order, { supplier, followed })
    }
  }
  const now = await OrderModel.findById(order._id).lean<OrderDoc | null>()
  if (now) await scheduleFollowUp(deps, { before: order, order: now, supplier })
}

type Target = { supplier: Supplier; index: number; unit: IUnit }

async function pollUnit(
  deps: FollowUpDeps,
  order: OrderDoc,
  { supplier, index, unit }: Target,
): Promise<void> {
  // The only way to check such a unit would be to buy it again.
  if (supplier.evidence === 'idempotent_retry') return
  if (supplier.evidence === 'balance') {
    // Settling the batch records each result.
    const isSettled = ({ batch }: { batch: number }) => batch !== unit.batch
    await settleBatch(deps, { supplier, port: batchUnits(deps), isSettled })
    return
  }
  const account = deps.suppliers.accountOf(supplier, unit.accountId)
  if (!account) return recordAccountChanged(deps, order._id, unit)
  const lookup = await lookupPurchase(deps, account, () =>
    account.lookupPurchase({ unitRef: unit.ref, supplierOrderId: unit.supplierOrderId || undefined }),
  )
  if (lookup.kind !== 'answered') return
  const counted = await countNotFound(deps, order, { index, unit, answer: lookup.answer })
  const end = endedUnit(counted, lookup.answer, deps.clock.now())
  if (!end) return
  const secretsPatch = storeCodes(deps, { orderId: order._id, unit }, lookup.answer)
  await recordLateAnswer(deps, order._id, { index, attempt: unit.attempt, unit: end, secretsPatch })
}

/** Counts consecutive "not found" answers for a unit. @returns the unit with the count */
async function countNotFound(
  deps: FollowUpDeps,
  order: OrderDoc,
  { index, unit, answer }: { index: number; unit: IUnit; answer: SupplierAnswer },
): Promise<IUnit> {
  const isMissing = answer.kind === 'not_found'
  if (!isMissing && unit.notFoundTimes === 0) return unit
  const count = isMissing
    ? { notFoundTimes: unit.notFoundTimes + 1, notFoundSince: unit.notFoundSince ?? deps.clock.now() }
    : { notFoundTimes: 0, notFoundSince: null }
  await recordInternally(order, {
    guard: { 'due.fulfil.seq': order.due.fulfil.seq, ...unitIs(index, { attempt: unit.attempt }) },
    set: unitSet(index, count),
  })
  return { ...unit, ...count }
}

/** Polls an attempt that a later one has replaced, by the supplier's id for it. */
async function pollOlderAttempt(
  deps: FollowUpDeps,
  order: OrderDoc,
  { supplier, followed }: { supplier: Supplier; followed: SupplierConflict },
): Promise<void> {
  const { unit: unitRef, supplierOrderId, accountId = '', attempt } = followed
  const unit = order.units.find(({ ref }) => ref === unitRef)
  const account = deps.suppliers.accountOf(supplier, accountId)
  if (!account || !unit || supplier.evidence !== 'lookup') return
  const lookup = await lookupPurchase(deps, account, () =>
    account.lookupPurchase({ unitRef, supplierOrderId }),
  )
  const ended = lookup.kind === 'answered' && isEnded(lookup.answer) ? lookup.answer : undefined
  const older = ended && endedUnit({ ...unit, attempt, supplierOrderId }, ended, deps.clock.now())
  if (older) await recordOlderAnswer(deps, order._id, { followed, unit: older })
}

const isEnded = ({ kind }: SupplierAnswer) => kind === 'delivered' || kind === 'returned'

/** The unit in the supplier's final state; undefined while there is none. */
function endedUnit(unit: IUnit, answer: SupplierAnswer, now: Date): IUnit | undefined {
  switch (answer.kind) {
    case 'delivered':
      return { ...unit, state: 'delivered', supplierOrderId: answer.supplierOrderId }
    case 'returned':
      return { ...unit, state: 'rejected', code: 'returned', message: answer.message }
    case 'not_found':
      return isNeverMade(unit, now)
        ? { ...unit, state: 'rejected', code: 'not_found', message: 'The supplier knows of no such order' }
        : undefined
    case 'accepted':
    case 'rejected':
    case 'unknown':
    case 'unavailable':
    case 'rate_limited':
    case 'below_cost':
      return undefined
    default:
      return answer satisfies never
  }
}

const isNeverMade = ({ notFoundTimes, notFoundSince }: IUnit, now: Date): boolean =>
  notFoundTimes >= minNotFound.times &&
  notFoundSince !== null &&
  now.getTime() - notFoundSince.getTime() >= minNotFound.ms

type FollowUp = { before: OrderDoc; order: OrderDoc; supplier: Supplier | undefined }

/** Each delay is half the time since the unit was sent, between `followUpDelayMs` and one day. */
async function scheduleFollowUp(deps: FollowUpDeps, { before, order, supplier }: FollowUp): Promise<void> {
  const now = deps.clock.now()
  const isReachable = (accountId = '') =>
    supplier === undefined || deps.suppliers.accountOf(supplier, accountId) !== undefined
  const units = order.units.filter(
    (unit) =>
      isUnresolved(unit) &&
      canStillEnd(unit) &&
      (supplier?.evidence !== 'lookup' || isReachable(unit.accountId)),
  )
  const olderAttempts = order.supplierConflicts.filter(
    (conflict) => isOpenOlderAttempt(conflict) && isReachable(conflict.accountId),
  )
  const since = [...units.map(({ sentAt }) => sentAt), ...olderAttempts.map(({ at }) => at)]
  const passedMs = now.getTime() - Math.min(...since.map((at) => at?.getTime() ?? 0))
  const waitMs = Math.min(24 * 60 * followUpDelayMs, Math.max(followUpDelayMs, passedMs / 2))
  const continues = since.length > 0 && passedMs < maxFollowUpMs
  await rescheduleTask(deps, before, {
    guard: { 'due.fulfil.seq': before.due.fulfil.seq },
    due: { fulfil: continues ? new Date(now.getTime() + waitMs) : null },
  })
}

/** Whether the supplier or a balance reading can still determine the unit. */
const canStillEnd = ({ batch, supplierOrderId, state, isFollowedUp }: IUnit) =>
  isFollowedUp || state === 'sending' || supplierOrderId !== '' || batch > 0
