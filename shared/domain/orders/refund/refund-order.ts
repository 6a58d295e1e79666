import type { ClientSession } from 'mongoose'
import { accounts, type MovedWallets, postEntries, recordMovement } from '../../wallet/index.ts'
import { changeOrderWithMoney } from '../change/change-order.ts'
import type { Move } from '../change/move-order.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { leftPaise } from './refund-sum.ts'

type Refund = Omit<Move, 'to' | 'at'>

/**
 * Moves an order to Refunded and its price to the customer's wallet, less a share given back before, in one
 * transaction. The order's id is the posting's cause, so a second refund cannot exist.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function refundOrder(deps: TellDeps, order: OrderDoc, refund: Refund): Promise<OrderDoc | undefined> {
  const at = deps.clock.now()
  const inc = { ...refund.inc, creditedPaise: leftPaise(order) }
  const move: Move = { ...refund, inc, to: 'Refunded', at }
  const post = (session: ClientSession) => creditWallet(session, order, at)
  return changeOrderWithMoney(deps, order, { steps: [move], post })
}

async function creditWallet(session: ClientSession, order: OrderDoc, at: Date): Promise<MovedWallets> {
  const amountPaise = leftPaise(order)
  await recordMovement(session, order, {
    kind: 'refund',
    amountPaise,
    orderid: order._id,
    note: `Refund for ${order.item.name}`,
    at,
  })
  const postings = [
    { account: accounts.sales, amountPaise: -amountPaise },
    { account: accounts.wallet(order.userId), amountPaise },
  ]
  return postEntries(session, [{ kind: 'order_refund', ref: order._id, postings }], at)
}
