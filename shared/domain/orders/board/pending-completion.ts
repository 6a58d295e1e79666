import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder, completeOrder, rescheduleTask } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import { type OrderDoc, OrderModel, type PendingCompletion } from '../model/order-model.ts'
import type { OrderGuard } from '../model/order-update.ts'
import type { StaffAction } from '../model/staff-action-schema.ts'
import type { SupplierConflict } from '../model/supplier-conflict-schema.ts'
import { withPaidPrice } from '../queries/paid-price.ts'
import { noOpenPurchase } from '../rules/open-units.ts'
import { supplierConflictOf } from '../rules/supplier-conflict.ts'
import { type InSameTransaction, inOneTransaction } from '../unclear/require-explained.ts'
import { deleteSecrets, type PlainSecret, storeSecrets } from '../vault/store-secrets.ts'

/** While a supplier's answer is pending, the completion is tried again after this delay. */
const retryMs = 1_000

/**
 * Carries out a pending completion as the admin decided it. If a supplier's answer or anything else has ended
 * the order since, it stays as it ended.
 * @param seq the task of this completion; another value than the order's means that it was undone
 */
export async function commitCompletion(
  deps: PublishDeps & Pick<Deps, 'log'>,
  orderId: string,
  seq: number,
): Promise<void> {
  const now = deps.clock.now()
  const order = await OrderModel.findById(orderId).lean<OrderDoc | null>()
  if (!order?.due.completion?.at || order.due.completion.seq !== seq) return
  const { pendingCompletion } = order
  const guard = { 'due.completion.seq': seq }
  if (!pendingCompletion || order.status !== 'Processing') {
    await dropCompletion(deps, order, guard)
    return
  }
  const secrets = pendingCompletion.labels.map((label) => ({ label, revealedAt: null }))
  const conflict = conflictSince(await withPaidPrice(order), pendingCompletion, now)
  const completed = await completeOrder(deps, order, {
    by: 'admin',
    actor: pendingCompletion.adminId,
    reason: pendingCompletion.reason,
    guard: { ...guard, ...unchangedSinceRead(order), ...noOpenPurchase },
    ...(conflict && { set: { hasSupplierConflict: true } }),
    push: {
      ...(secrets.length > 0 && { vault: { deliveryId: manualDeliveryId(order), secrets } }),
      ...(conflict && { supplierConflicts: conflict }),
    },
  })
  if (completed && conflict)
    deps.log.error({ orderId: order._id, ...conflict }, 'supplier conflict found while completing')
  if (completed) return
  const retryAt = new Date(now.getTime() + retryMs)
  await rescheduleTask(deps, order, {
    guard: { ...guard, status: 'Processing' },
    due: { completion: retryAt },
  })
}

/** Something else ended the order: what was encrypted for this completion is not delivered. */
async function dropCompletion(deps: PublishDeps, order: OrderDoc, guard: OrderGuard): Promise<void> {
  const deliveryId = manualDeliveryId(order)
  // An admin may have added codes since, under the same id.
  const isUnused =
    order.pendingCompletion?.labels.length && !order.vault.some((one) => one.deliveryId === deliveryId)
  await changeOrder(deps, order, {
    guard: isUnused ? { ...guard, ...unchangedSinceRead(order) } : guard,
    set: { pendingCompletion: null },
    due: { completion: null },
    ...(isUnused ? { inSameTransaction: (tx) => deleteSecrets(deliveryId, tx) } : {}),
  })
}

/** A rejection that arrived after the admin's decision, as a supplier conflict like after any other end. */
function conflictSince(order: OrderDoc, { at }: PendingCompletion, now: Date): SupplierConflict | undefined {
  const unit = order.units.find(
    ({ state, answeredAt }) => state === 'rejected' && answeredAt && answeredAt >= at,
  )
  return unit && supplierConflictOf({ ...order, status: 'Completed' }, unit, now)
}

/** How long a completion can be undone. */
const undoMs = 5_000

/** Allows no other decision while a completion is pending. @throws order_assigned */
export function requireNoPendingCompletion({ pendingCompletion }: OrderDoc): void {
  if (!pendingCompletion) return
  throw new AppError('order_assigned', {
    message: `${pendingCompletion.name} is completing this order. Nothing was changed.`,
  })
}

/** The id of the one manual delivery of an order: it is completed once. */
export const manualDeliveryId = (order: Pick<OrderDoc, '_id'>): string => `${order._id}-hand`

type CompletionInput = {
  at: Date
  reason: string
  codes: readonly PlainSecret[] | undefined
  decision: StaffAction
  guard: OrderGuard
  /** Writes that belong to the same transaction. */
  inSameTransaction?: InSameTransaction | undefined
}

/**
 * Records that an admin completes an order, which happens five seconds later, also if the admin closes the
 * tab. Until then no event or notification is sent, fulfilment buys nothing for an order with
 * `pendingCompletion`, and `undoCompletion` undoes it.
 * @returns the order, still Processing; undefined when it has changed since it was read
 */
export function scheduleCompletion(
  deps: PublishDeps & Pick<Deps, 'env'>,
  order: OrderDoc,
  { admin, ...completion }: CompletionInput & { admin: Caller },
): Promise<OrderDoc | undefined> {
  const { at, reason, codes = [], decision, guard } = completion
  const until = new Date(at.getTime() + undoMs)
  const labels = codes.map(({ label }) => label)
  const { inSameTransaction } =
    labels.length > 0
      ? storeSecrets(deps.env, {
          orderId: order._id,
          deliveryId: manualDeliveryId(order),
          secrets: codes,
          at,
        })
      : {}
  return changeOrder(deps, order, {
    guard: { ...guard, status: 'Processing', version: order.version },
    set: { pendingCompletion: { adminId: admin.userId, name: admin.name, at, until, reason, labels } },
    push: { staffActions: decision },
    due: { completion: until },
    actor: admin.userId,
    inSameTransaction: inOneTransaction([completion.inSameTransaction, inSameTransaction]),
  })
}

/** The fulfilment task may be rescheduled during each try; more conflicts than this in a row are a bug. */
const maxTries = 10

/**
 * Undoes a pending completion. Its codes are deleted, and fulfilment continues.
 * @throws not_found, order_assigned when another admin completes the order, order_changed when it is too late
 */
export async function undoCompletion(deps: PublishDeps, admin: Caller, orderid: string): Promise<OrderDoc> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const after = await undo(deps, admin, await findOrder(orderid, admin))
    if (after) return after
  }
  throw new AppError('order_changed')
}

async function undo(deps: PublishDeps, admin: Caller, order: OrderDoc): Promise<OrderDoc | undefined> {
  const { pendingCompletion, due, status } = order
  if (!pendingCompletion || status !== 'Processing') throw new AppError('order_changed')
  if (pendingCompletion.adminId !== admin.userId) requireNoPendingCompletion(order)
  const at = deps.clock.now()
  const { labels } = pendingCompletion
  return changeOrder(deps, order, {
    // Only what concerns the two tasks is guarded: other changes of the order do not prevent the undo.
    guard: {
      status: 'Processing',
      'due.completion.seq': due.completion.seq,
      'due.fulfil.seq': due.fulfil.seq,
    },
    set: { pendingCompletion: null },
    due: { completion: null, ...(due.fulfil.at ? { fulfil: at } : {}) },
    push: { staffActions: staffAction(admin, order, { action: 'undo_completion', at }) },
    actor: admin.userId,
    ...(labels.length > 0
      ? {
          inSameTransaction: async (tx) => {
            await deleteSecrets(manualDeliveryId(order), tx)
          },
        }
      : {}),
  })
}
