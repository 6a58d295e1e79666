import type { ClientSession } from 'mongoose'
import { ledgerAccounts, postEntries, recordTransaction, type UpdatedWallets } from '../../wallet/index.ts'
import { changeOrderWithPostings } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import type { Transition } from '../change/transition-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { refundablePaise } from '../rules/refund-amount.ts'

type Refund = Omit<Transition, 'to' | 'at'>

/**
 * Refunds an order to the customer's wallet: the price less an earlier partial refund, in the transaction of the
 * transition. The order's id is the posting's cause, so that it is posted once.
 * @returns the order afterwards; undefined when it has changed since it was read
 */
export function refundOrder(
  deps: PublishDeps,
  order: OrderDoc,
  refund: Refund,
): Promise<OrderDoc | undefined> {
  const at = deps.clock.now()
  const amountPaise = refundablePaise(order)
  const inc = { ...refund.inc, creditedPaise: amountPaise }
  const transition: Transition = { ...refund, inc, to: 'Refunded', at }
  const note = `Refund for ${order.item.name}`
  const post = (tx: ClientSession) => postRefund(tx, order, { kind: 'order_refund', amountPaise, note, at })
  return changeOrderWithPostings(deps, order, { changes: [transition], post })
}

type WalletRefund = {
  kind: 'order_refund' | 'order_partial_refund'
  amountPaise: number
  note: string
  at: Date
}

/** Posts a refund to the customer's wallet and records the wallet transaction. Each kind exists once for an order. */
async function postRefund(
  tx: ClientSession,
  order: OrderDoc,
  { kind, amountPaise, note, at }: WalletRefund,
): Promise<UpdatedWallets> {
  const postings = [
    { account: ledgerAccounts.sales, amountPaise: -amountPaise },
    { account: ledgerAccounts.wallet(order.userId), amountPaise },
  ]
  const updated = await postEntries(tx, [{ kind, ref: order._id, postings }], at)
  await recordTransaction(tx, order, {
    kind: 'refund',
    amountPaise,
    orderid: order._id,
    note,
    at,
    moved: updated,
  })
  return updated
}

/** `amountPaise`: at least 1 and at most `refundablePaise`. */
type PartialRefund = Omit<Transition, 'to' | 'at'> & { amountPaise: number }

/**
 * Completes a partly delivered order and refunds the rest to the customer's wallet, in one transaction.
 * @returns the order afterwards; undefined when it has changed since it was read
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
