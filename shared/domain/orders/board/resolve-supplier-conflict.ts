import { toRupees } from '../../../contracts/money.ts'
import type { SupplierConflict as SupplierConflictView } from '../../../contracts/supplier-conflicts.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import type { SupplierConflict } from '../model/supplier-conflict-schema.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'

const maxListed = 200

const isOpen = ({ closedAt }: SupplierConflict) => closedAt === null

/** The supplier conflicts that no admin has resolved, oldest order first. */
export async function listSupplierConflicts(): Promise<SupplierConflictView[]> {
  const orders = await OrderModel.find({ hasSupplierConflict: true })
    .sort({ createdAt: 1 })
    .limit(maxListed)
    .lean<OrderDoc[]>()
  return orders.flatMap((order) =>
    order.supplierConflicts.filter(isOpen).map((conflict) => viewOf(order, conflict)),
  )
}

function viewOf(order: OrderDoc, conflict: SupplierConflict): SupplierConflictView {
  return {
    orderid: order._id,
    status: order.status,
    itemname: order.item.name,
    customer: order.customer.name,
    kind: conflict.kind,
    at: conflict.at.toISOString(),
    unit: conflict.unit,
    supplierOrderId: conflict.supplierOrderId,
    amount: toRupees(conflict.amountPaise),
    supplierMessage: conflict.supplierMessage,
  }
}

/**
 * An admin resolves an order's supplier conflicts and records what was done.
 * @param expectedCount the number of open conflicts on the admin's screen
 * @throws not_found, order_changed when their number has changed
 */
export async function resolveSupplierConflict(
  deps: PublishDeps,
  admin: Caller,
  { orderid, expectedCount, reason }: { orderid: string; expectedCount: number; reason: string },
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  const open = order.supplierConflicts.filter(isOpen)
  if (open.length === 0 || open.length !== expectedCount) throw new AppError('order_changed')
  const at = deps.clock.now()
  const amountPaise = 0
  const after = await changeOrder(deps, order, {
    guard: unchangedSinceRead(order),
    set: {
      hasSupplierConflict: false,
      supplierConflicts: order.supplierConflicts.map((conflict) => ({
        ...conflict,
        closedAt: conflict.closedAt ?? at,
      })),
      ...(canResume(order) && { pendingReason: pendingReasonOf('in_progress', { since: at }) }),
    },
    ...(canResume(order) && { due: { fulfil: at } }),
    push: {
      staffActions: staffAction(admin, order, { action: 'resolve_conflict', at, reason, amountPaise }),
    },
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_changed')
  return after
}

/** Whether the order is open and only the conflict keeps its task from running. */
const canResume = ({ status, delivery, pendingReason, due }: OrderDoc): boolean =>
  status === 'Processing' &&
  delivery === 'instant' &&
  pendingReason?.kind === 'task_failed' &&
  due.fulfil.at === null
