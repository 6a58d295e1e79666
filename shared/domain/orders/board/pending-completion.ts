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
import { type PlainSecret, storeSecrets } from '../vault/store-secrets.ts'
import { VaultModel } from '../vault/vault-model.ts'

/** While a supplier is being asked, its answer is waited for. */
const againMs = 1_000

/**
 * Completes an order whose completion was held, as the admin decided it then. What the answer of a supplier, or
 * anything else, has ended meanwhile stays as it ended.
 * @param seq the due work this answers to; another value than the order's means that it was taken back
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
    await changeOrder(deps, order, { guard, set: { pendingCompletion: null }, due: { completion: null } })
    return
  }
  const secrets = pendingCompletion.labels.map((label) => ({ label, revealedAt: null }))
  const found = deferredSince(await withPaidPrice(order), pendingCompletion, now)
  const done = await completeOrder(deps, order, {
    ...{ by: 'admin', actor: pendingCompletion.adminId, reason: pendingCompletion.reason },
    guard: { ...guard, ...unchangedSinceRead(order), ...noOpenPurchase },
    ...(found && { set: { hasSupplierConflict: true } }),
    push: {
      ...(secrets.length > 0 && { vault: { deliveryId: manualDeliveryId(order), secrets } }),
      ...(found && { supplierConflicts: found }),
    },
  })
  if (done && found)
    deps.log.error({ orderid: order._id, ...found }, 'supplier conflict found while completing')
  if (done) return
  const again = new Date(now.getTime() + againMs)
  await rescheduleTask(deps, order, { guard: { ...guard, status: 'Processing' }, due: { completion: again } })
}

/** What the admin could not know who decided that it is Completed: said to a person, as after any other end. */
function deferredSince(order: OrderDoc, { at }: PendingCompletion, now: Date): SupplierConflict | undefined {
  const unit = order.units.find(
    ({ state, answeredAt }) => state === 'rejected' && answeredAt && answeredAt >= at,
  )
  return unit && supplierConflictOf({ ...order, status: 'Completed' }, unit, now)
}

/** How long an admin may take back that an order is Completed. */
const undoMs = 5_000

/** While a completion is held, nothing else is decided. @throws order_assigned */
export function requireNoPendingCompletion({ pendingCompletion }: OrderDoc): void {
  if (!pendingCompletion) return
  throw new AppError('order_assigned', {
    message: `${pendingCompletion.name} is completing this order. Nothing was changed.`,
  })
}

/** What an admin handed over is one part: an order is completed once. */
export const manualDeliveryId = (order: Pick<OrderDoc, '_id'>): string => `${order._id}-hand`

type Holding = {
  at: Date
  reason: string
  codes: readonly PlainSecret[] | undefined
  decision: StaffAction
  guard: OrderGuard
  /** What is written with it besides. */
  inSameTransaction?: InSameTransaction | undefined
}

/**
 * Writes down that an admin has completed an order, and lets it happen five seconds later: a tab that is closed
 * meanwhile changes nothing. Until then nobody is told, fulfilment buys nothing for an order with `pendingCompletion`, and
 * `undoCompletion` undoes it.
 * @returns the order, still Processing; undefined when it had moved on
 */
export function scheduleCompletion(
  deps: PublishDeps & Pick<Deps, 'env'>,
  order: OrderDoc,
  { admin, ...held }: Holding & { admin: Caller },
): Promise<OrderDoc | undefined> {
  const { at, reason, codes = [], decision, guard } = held
  const until = new Date(at.getTime() + undoMs)
  const labels = codes.map(({ label }) => label)
  const { inSameTransaction } =
    labels.length > 0
      ? storeSecrets(deps.env, { deliveryId: manualDeliveryId(order), secrets: codes, at })
      : {}
  return changeOrder(deps, order, {
    guard: { ...guard, status: 'Processing', version: order.version },
    set: { pendingCompletion: { adminId: admin.userId, name: admin.name, at, until, reason, labels } },
    push: { staffActions: decision },
    due: { completion: until },
    actor: admin.userId,
    inSameTransaction: inOneTransaction([held.inSameTransaction, inSameTransaction]),
  })
}

/** Fulfilment may put its work off under each try: more than so many changes in a row are somebody's mistake. */
const maxTries = 10

/**
 * An admin takes back that an order is Completed, before it happens. What was handed over with it is thrown away, and
 * fulfilment goes on where it stood.
 * @throws not_found, order_assigned when another admin completes it, order_changed when it is too late
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
    // Whatever else changes meanwhile does not make it too late.
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
            await VaultModel.deleteOne({ _id: manualDeliveryId(order) }, { session: tx })
          },
        }
      : {}),
  })
}
