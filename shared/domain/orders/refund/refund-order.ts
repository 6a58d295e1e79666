import type { ClientSession } from 'mongoose'
import { inTransaction, isDuplicateKey } from '../../../platform/mongo.ts'
import type { Deps } from '../../deps.ts'
import {
  accounts,
  announceWallets,
  type MovedWallets,
  postEntries,
  recordMovement,
} from '../../wallet/index.ts'
import { announceOrder } from '../change/announce-order.ts'
import { type Move, moveOrder } from '../change/move-order.ts'
import { queueDueWork } from '../change/queue-due-work.ts'
import type { OrderDoc } from '../order-model.ts'
import { leftPaise } from './refund-sum.ts'

type Refund = Omit<Move, 'to' | 'at'>

/**
 * Moves an order to Refunded and its price to the customer's wallet, less a share given back before, in one
 * transaction. The order's id is the posting's cause, so a second refund cannot exist.
 * @returns the order afterwards, or undefined when it had moved on
 */
export async function refundOrder(
  deps: Pick<Deps, 'clock' | 'publisher' | 'queues'>,
  order: OrderDoc,
  refund: Refund,
): Promise<OrderDoc | undefined> {
  const done = await refundOnce(order, { ...refund, to: 'Refunded', at: deps.clock.now() })
  if (!done) return undefined
  await queueDueWork(deps, done.after, order)
  announceOrder(deps, done.after, refund.actor)
  announceWallets(deps, done.moved)
  return done.after
}

async function refundOnce(
  order: OrderDoc,
  move: Move,
): Promise<{ after: OrderDoc; moved: MovedWallets } | undefined> {
  try {
    return await inTransaction(async (session) => {
      const after = await moveOrder(
        order,
        { ...move, inc: { ...move.inc, creditedPaise: leftPaise(order) } },
        session,
      )
      if (!after) return undefined
      return { after, moved: await creditWallet(session, order, move) }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

async function creditWallet(session: ClientSession, order: OrderDoc, move: Move): Promise<MovedWallets> {
  const amountPaise = leftPaise(order)
  await recordMovement(session, order, {
    kind: 'refund',
    amountPaise,
    orderid: order._id,
    note: `Refund for ${order.item.name}`,
    at: move.at,
  })
  const postings = [
    { account: accounts.sales, amountPaise: -amountPaise },
    { account: accounts.wallet(order.userId), amountPaise },
  ]
  return postEntries(session, [{ kind: 'order_refund', ref: order._id, postings }], move.at)
}
