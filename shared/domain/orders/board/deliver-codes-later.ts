import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { deleteSecrets, type PlainSecret, storeSecrets } from '../vault/store-secrets.ts'
import { manualDeliveryId } from './pending-completion.ts'

/**
 * Adds the codes or the login to an order that was completed without them, once, and notifies the customer.
 * @throws not_found, transition_not_allowed unless it is Completed without secrets, order_changed, code_delivered
 */
export async function deliverCodesLater(
  deps: PublishDeps & Pick<Deps, 'env'>,
  admin: Caller,
  {
    orderid,
    codes,
    reason: why,
  }: { orderid: string; codes: readonly PlainSecret[]; reason?: string | undefined },
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  if (order.status !== 'Completed') throw new AppError('transition_not_allowed')
  if (order.vault?.length) {
    const message = 'This order already has its code. Nothing was added.'
    throw new AppError('transition_not_allowed', { message })
  }
  const at = deps.clock.now()
  const labels = codes.map(({ label }) => label).join(', ')
  const reason = why ? `${labels}: ${why}` : labels
  const deliveryId = manualDeliveryId(order)
  const { push, inSameTransaction } = storeSecrets(deps.env, {
    orderId: order._id,
    deliveryId,
    secrets: codes,
    at,
  })
  const after = await changeOrder(deps, order, {
    guard: { ...unchangedSinceRead(order), status: 'Completed' },
    push: { ...push, staffActions: staffAction(admin, order, { action: 'add_codes', at, reason }) },
    inSameTransaction: async (tx) => {
      // Removes secrets that were encrypted for a pending completion when something else ended the order: no
      // customer can reveal those.
      await deleteSecrets(deliveryId, tx)
      await inSameTransaction(tx)
    },
    due: { notify: at },
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_changed')
  return after
}
