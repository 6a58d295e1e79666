import { AppError } from '../../../platform/app-error.ts'
import { prefixPath } from '../../../platform/typed-update.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isUnitRedelivered } from '../rules/redelivery-rules.ts'
import { secretAt } from '../rules/vault-view.ts'
import { storeReplacement } from '../vault/store-secrets.ts'

type ReplaceCodeInput = {
  orderid: string
  /** Its index among all secrets of the order. */
  secret: number
  value: string
  reason: string
  /** The revision that the admin saw. */
  revision: number
}

/**
 * Replaces a code that the customer has not viewed, and notifies the customer. The previous code is deleted and can't
 * be delivered with another order.
 * @throws not_found, code_revealed, code_delivered, transition_not_allowed unless the order is Completed and was not
 * redelivered, order_changed
 */
export async function replaceCode(
  deps: PublishDeps & Pick<Deps, 'env'>,
  admin: Caller,
  { orderid, secret, value, reason, revision }: ReplaceCodeInput,
): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  const found = secretAt(order, secret)
  if (!found) throw new AppError('not_found', { field: 'secret' })
  if (order.revision !== revision) throw new AppError('order_changed')
  if (order.status !== 'Completed' || isUnitRedelivered(order, found.deliveryId))
    throw new AppError('transition_not_allowed', {
      message: 'Only the code of a Completed order can be replaced.',
    })
  if (found.revealedAt) {
    const message = 'The customer has viewed this code, so it can’t be replaced. Refund or resend the order.'
    throw new AppError('code_revealed', { message })
  }
  const at = deps.clock.now()
  const { deliveryId, deliveryIndex, index, label } = found
  const path = `vault.${deliveryIndex}.secrets.${index}` as const
  const after = await changeOrder(deps, order, {
    // A first reveal is a visible change, too.
    guard: { ...unchangedSinceRead(order), status: 'Completed' },
    set: prefixPath(path, { replacedAt: at }),
    push: {
      staffActions: staffAction(admin, order, {
        action: 'replace_code',
        at,
        reason: `${label} ${secret + 1}: ${reason}`,
      }),
    },
    inSameTransaction: (tx) =>
      storeReplacement(deps.env, { orderId: order._id, deliveryId, index, label, value, at }, tx),
    due: { notify: at },
    actor: admin.userId,
  })
  if (!after) throw new AppError('order_changed')
  return after
}
