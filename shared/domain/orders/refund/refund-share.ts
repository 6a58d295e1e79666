import type { ClientSession } from 'mongoose'
import { changeOrderWithPostings } from '../change/change-order.ts'
import type { Transition } from '../change/move-order.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { postRefund } from './credit-wallet.ts'

/** `amountPaise`: the share, 1 at least and not more than is left of the price. */
type PartialRefund = Omit<Transition, 'to' | 'at'> & { amountPaise: number }

/**
 * Ends a partly delivered order: what arrived stays, the share of the rest goes to the wallet, in one transaction.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function refundPartially(
  deps: PublishDeps,
  order: OrderDoc,
  { amountPaise, ...refund }: PartialRefund,
): Promise<OrderDoc | undefined> {
  const at = deps.clock.now()
  const delivered = order.units.filter((unit) => unit.state === 'delivered').length
  const reason = refund.reason || `${delivered} of ${order.units.length} packs arrived; the rest is refunded`
  const inc = { ...refund.inc, creditedPaise: amountPaise, partlyRefundedPaise: amountPaise }
  const transition: Transition = { ...refund, reason, inc, to: 'Completed', at }
  const note = `Share of ${order.item.name} that did not arrive`
  const post = (tx: ClientSession) =>
    postRefund(tx, order, { kind: 'order_partial_refund', amountPaise, note, at })
  return changeOrderWithPostings(deps, order, { changes: [transition], post })
}
