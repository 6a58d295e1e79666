import type { mongo } from 'mongoose'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { IUnit } from '../../purchasing/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { unitIs, unitSet } from '../model/order-update.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'

type RestoredUnit = {
  index: number
  unit: IUnit
  supplier: Pick<Supplier, 'evidence' | 'accountId' | 'name'>
}

/**
 * Marks a unit of a restored order as unknown: it may have been bought after the restored moment. A supplier that can be
 * asked is asked next, and "not found" then frees it to be bought; otherwise a person decides by the supplier's list.
 * @returns how the run continues; undefined when the order has changed since
 */
export async function verifyRestoredUnit(
  deps: PublishDeps,
  order: OrderDoc,
  { index, unit, supplier }: RestoredUnit,
): Promise<{ order: OrderDoc } | { retryAt?: undefined } | undefined> {
  const now = deps.clock.now()
  const canAsk = supplier.evidence === 'lookup'
  const message = `Restored from a backup: it may have been bought at ${supplier.name} since`
  const restored = {
    state: 'unknown',
    // What was sent since counts as an attempt.
    attempt: unit.state === 'planned' ? unit.attempt + 1 : unit.attempt,
    batch: 0,
    // Until the supplier answers that it has none under the unit's reference, which "returned" is not: it may have been
    // sent again since under the next one.
    isUnverified: canAsk,
    accountId: unit.accountId || supplier.accountId,
    message,
  } as const
  const changed = await changeOrder(deps, order, {
    guard: {
      status: 'Processing',
      ...unitIs(index, { state: unit.state, attempt: unit.attempt }),
      'due.fulfil.seq': order.due.fulfil.seq,
    },
    set: {
      ...unitSet(index, restored),
      pendingReason: pendingReasonOf('outcome_unknown', {
        since: now,
        detail: message,
        nextTry: canAsk ? now : null,
      }),
    },
    ...(!canAsk && { due: { fulfil: null } }),
  })
  if (!changed) return undefined
  return canAsk ? { order: changed } : {}
}

/**
 * For a restoration, before any process runs: no unit of an order that has not ended is bought before it is verified.
 * @returns how many orders
 */
export async function distrustUnsentUnits(db: mongo.Db): Promise<number> {
  const { matchedCount } = await db
    .collection(OrderModel.collection.collectionName)
    .updateMany(
      { status: { $in: ['Created', 'Processing'] }, 'units.0': { $exists: true } },
      { $set: { 'units.$[unit].isUnverified': true } },
      { arrayFilters: [{ 'unit.state': { $ne: 'delivered' } }] },
    )
  return matchedCount
}
