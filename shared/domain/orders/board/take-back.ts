import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { changeOrder } from '../change/change-order.ts'
import { asRead, decisionBy } from '../change/order-decision.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { VaultModel } from '../vault/vault-model.ts'
import { findOrder } from '../views/find-orders.ts'
import { handPart, requireNotClosing } from './closing.ts'

/**
 * An admin takes back that an order is Completed, before it happens. What was handed over with it is thrown away, and
 * fulfilment goes on where it stood.
 * @throws not_found, order_claimed when another admin completes it, order_moved_on when it is too late
 */
export async function takeBack(deps: TellDeps, admin: Caller, orderid: string): Promise<OrderDoc> {
  const order = await findOrder(orderid, admin)
  const { closing, due, status } = order
  if (!closing || status !== 'Processing') throw new AppError('order_moved_on')
  if (closing.adminId !== admin.userId) requireNotClosing(order)
  const at = deps.clock.now()
  const { labels } = closing
  const after = await changeOrder(deps, order, {
    guard: { ...asRead(order), status: 'Processing', 'due.close.seq': due.close.seq },
    set: { closing: null },
    due: { close: null, ...(due.fulfil.at ? { fulfil: at } : {}) },
    push: { decisions: decisionBy(admin, order, { what: 'take_back', at }) },
    actor: admin.userId,
    ...(labels.length > 0
      ? {
          also: async (session) => {
            await VaultModel.deleteOne({ _id: handPart(order) }, { session })
          },
        }
      : {}),
  })
  if (!after) throw new AppError('order_moved_on')
  return after
}
