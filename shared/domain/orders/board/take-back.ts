import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { changeOrder } from '../change/change-order.ts'
import { staffAction } from '../change/order-decision.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { VaultModel } from '../vault/vault-model.ts'
import { findOrder } from '../views/find-orders.ts'
import { manualDeliveryId, requireNoPendingCompletion } from './closing.ts'

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
    guard: { status: 'Processing', 'due.completion.seq': due.completion.seq, 'due.fulfil.seq': due.fulfil.seq },
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
