import type { ClientSession } from 'mongoose'
import { changeOrderWithPostings } from '../change/change-order.ts'
import type { Transition } from '../change/move-order.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { postRefund } from './credit-wallet.ts'
import { refundablePaise } from './refund-sum.ts'

type Refund = Omit<Transition, 'to' | 'at'>

/**
 * Moves an order to Refunded and its price to the customer's wallet, less a share given back before, in one
 * transaction. The order's id is the posting's cause, so a second refund cannot exist.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function refundOrder(deps: PublishDeps, order: OrderDoc, refund: Refund): Promise<OrderDoc | undefined> {
  const at = deps.clock.now()
  const amountPaise = refundablePaise(order)
  const inc = { ...refund.inc, creditedPaise: amountPaise }
  const transition: Transition = { ...refund, inc, to: 'Refunded', at }
  const note = `Refund for ${order.item.name}`
  const post = (tx: ClientSession) =>
    postRefund(tx, order, { kind: 'order_refund', amountPaise, note, at })
  return changeOrderWithPostings(deps, order, { changes: [transition], post })
}
