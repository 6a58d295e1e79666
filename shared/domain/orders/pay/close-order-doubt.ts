import type { ClientSession } from 'mongoose'
import type { OrderStatus } from '../../../contracts/order-status.ts'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction, isDuplicateKey } from '../../../platform/mongo.ts'
import type { Deps } from '../../deps.ts'
import { closingPatch, type Doubt, type DoubtClosing, doubtToClose } from '../../payments/index.ts'
import { announceWallets, creditHeldPayment, type MovedWallets } from '../../wallet/index.ts'
import { announceOrder } from '../change/announce-order.ts'
import { moveOrder } from '../change/move-order.ts'
import { queueDueWork } from '../change/queue-due-work.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

type CloseDeps = Pick<Deps, 'clock' | 'queues' | 'publisher'>

/**
 * A person's answer to a doubt about an order's payment. `credit` puts the held money into the customer's wallet,
 * once; an order that waited for it ends Refunded. `not_money` posts nothing, and the order goes on waiting while it
 * may.
 * @returns paise credited
 * @throws not_found, doubt_closed, doubt_holds_nothing
 */
export async function closeOrderDoubt(
  deps: CloseDeps,
  orderid: string,
  closing: DoubtClosing,
): Promise<number> {
  // A look that comes between starts the closing over; whoever closed it meanwhile ends it.
  for (let race = 0; race < 10; race += 1) {
    const order = await OrderModel.findById(orderid).lean<OrderDoc | null>()
    if (!order?.payment) throw new AppError('not_found')
    const doubt = doubtToClose(order.payment, closing)
    const done = await close(order, { doubt, closing, at: deps.clock.now() })
    if (!done) continue
    await queueDueWork(deps, done.after, order)
    announceOrder(deps, done.after)
    if (done.moved) announceWallets(deps, done.moved)
    return done.moved ? doubt.heldPaise : 0
  }
  throw new AppError('service_unavailable')
}

type Closing = { doubt: Doubt; closing: DoubtClosing; at: Date }
type Closed = { after: OrderDoc; moved: MovedWallets | undefined }

async function close(order: OrderDoc, { doubt, closing, at }: Closing): Promise<Closed | undefined> {
  if (closing.answer === 'not_money') {
    const after = await write(order, { doubt, closing, at })
    return after && { after, moved: undefined }
  }
  const ref = `${order._id}/${doubt.id}`
  const credit = { ref, amountPaise: doubt.heldPaise, orderid: order._id, at }
  try {
    return await inTransaction(async (session) => {
      const after = await write(order, { doubt, closing, at }, session)
      if (!after) return undefined
      const gateway = order.payment?.gateway ?? ''
      return { after, moved: await creditHeldPayment(session, order, { ...credit, gateway }) }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

/** An order that was never bought ends with its money in the wallet; any other stays as it is. */
const movesOf: Partial<Record<OrderStatus, OrderStatus[]>> = {
  Created: ['Failed', 'Refunded'],
  Failed: ['Refunded'],
}

async function write(
  order: OrderDoc,
  { doubt, closing, at }: Closing,
  session?: ClientSession,
): Promise<OrderDoc | undefined> {
  if (!order.payment) return undefined
  const patch = closingPatch(order.payment, closing, at)
  const credited = closing.answer === 'credit' ? doubt.heldPaise : 0
  const inc = { ...patch.inc, creditedPaise: credited }
  const [first, ...more] = credited > 0 ? (movesOf[order.status] ?? []) : []
  if (!first) {
    const tells = credited > 0 ? { 'due.notify.at': at } : {}
    const after = await OrderModel.findOneAndUpdate(
      { _id: order._id, version: order.version, ...patch.guard },
      {
        $set: { ...patch.set, ...tells },
        $inc: { ...inc, revision: 1, 'due.notify.seq': credited > 0 ? 1 : 0 },
      },
      { returnDocument: 'after', ...(session ? { session } : {}) },
    ).lean<OrderDoc | null>()
    return after ?? undefined
  }
  const by = { by: 'system', actor: 'payments', at, reason: 'The payment was checked by our team' } as const
  const set = { ...patch.set, 'payment.state': 'failed' }
  let after = await moveOrder(order, { to: first, ...by, ...patch, set, inc }, session)
  for (const to of more) after = after && (await moveOrder(after, { to, ...by }, session))
  return after
}
