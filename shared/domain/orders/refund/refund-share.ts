import { inTransaction, isDuplicateKey } from '../../../platform/mongo.ts'
import type { Deps } from '../../deps.ts'
import { accounts, announceWallets, postEntries, recordMovement } from '../../wallet/index.ts'
import { announceOrder } from '../change/announce-order.ts'
import { type Move, moveOrder } from '../change/move-order.ts'
import { queueDueWork } from '../change/queue-due-work.ts'
import type { OrderDoc } from '../order-model.ts'

/** `amountPaise`: the share, 1 at least and not more than is left of the price. */
type ShareRefund = Omit<Move, 'to' | 'at'> & { amountPaise: number }

/**
 * Ends a partly delivered order: what arrived stays, the share of the rest goes to the wallet, in one transaction.
 * @returns the order afterwards, or undefined when it had moved on
 */
export async function refundShare(
  deps: Pick<Deps, 'clock' | 'publisher' | 'queues'>,
  order: OrderDoc,
  { amountPaise, ...refund }: ShareRefund,
): Promise<OrderDoc | undefined> {
  const at = deps.clock.now()
  const delivered = order.units.filter((unit) => unit.state === 'delivered').length
  const reason = refund.reason || `${delivered} of ${order.units.length} packs arrived; the rest is refunded`
  const done = await unlessPostedBefore(() =>
    inTransaction(async (session) => {
      const inc = { ...refund.inc, creditedPaise: amountPaise, sharePaise: amountPaise }
      const after = await moveOrder(order, { ...refund, reason, inc, to: 'Completed', at }, session)
      if (!after) return undefined
      const note = `Share of ${order.item.name} that did not arrive`
      await recordMovement(session, order, { kind: 'refund', amountPaise, orderid: order._id, note, at })
      const postings = [
        { account: accounts.sales, amountPaise: -amountPaise },
        { account: accounts.wallet(order.userId), amountPaise },
      ]
      const set = { kind: 'order_share_refund' as const, ref: order._id, postings }
      return { after, moved: await postEntries(session, [set], at) }
    }),
  )
  if (!done) return undefined
  await queueDueWork(deps, done.after, order)
  announceOrder(deps, done.after, refund.actor)
  announceWallets(deps, done.moved)
  return done.after
}

async function unlessPostedBefore<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}
