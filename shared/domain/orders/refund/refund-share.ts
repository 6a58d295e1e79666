import type { ClientSession } from 'mongoose'
import { accounts, type MovedWallets, postEntries, recordMovement } from '../../wallet/index.ts'
import { changeOrderWithMoney } from '../change/change-order.ts'
import type { Move } from '../change/move-order.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'

/** `amountPaise`: the share, 1 at least and not more than is left of the price. */
type ShareRefund = Omit<Move, 'to' | 'at'> & { amountPaise: number }

/**
 * Ends a partly delivered order: what arrived stays, the share of the rest goes to the wallet, in one transaction.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function refundShare(
  deps: TellDeps,
  order: OrderDoc,
  { amountPaise, ...refund }: ShareRefund,
): Promise<OrderDoc | undefined> {
  const at = deps.clock.now()
  const delivered = order.units.filter((unit) => unit.state === 'delivered').length
  const reason = refund.reason || `${delivered} of ${order.units.length} packs arrived; the rest is refunded`
  const inc = { ...refund.inc, creditedPaise: amountPaise, sharePaise: amountPaise }
  const move: Move = { ...refund, reason, inc, to: 'Completed', at }
  const post = (session: ClientSession) => creditShare(session, order, { amountPaise, at })
  return changeOrderWithMoney(deps, order, { steps: [move], post })
}

async function creditShare(
  session: ClientSession,
  order: OrderDoc,
  { amountPaise, at }: { amountPaise: number; at: Date },
): Promise<MovedWallets> {
  const note = `Share of ${order.item.name} that did not arrive`
  await recordMovement(session, order, { kind: 'refund', amountPaise, orderid: order._id, note, at })
  const postings = [
    { account: accounts.sales, amountPaise: -amountPaise },
    { account: accounts.wallet(order.userId), amountPaise },
  ]
  return postEntries(session, [{ kind: 'order_share_refund', ref: order._id, postings }], at)
}
