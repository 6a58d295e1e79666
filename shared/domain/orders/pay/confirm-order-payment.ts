import type { Deps } from '../../deps.ts'
import { looksDifferent, type PaymentSteps, settlePayment } from '../../payments/index.ts'
import {
  accounts,
  announceWallets,
  type MovedWallets,
  postEntries,
  recordMovement,
} from '../../wallet/index.ts'
import { announceOrder } from '../change/announce-order.ts'
import { moveOrder } from '../change/move-order.ts'
import { queueDueWork } from '../change/queue-due-work.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { decideOrderPayment, type OrderPaymentDecision } from './order-payment-rules.ts'

type ConfirmDeps = Pick<Deps, 'clock' | 'env' | 'gatewayOf' | 'redis' | 'queues' | 'publisher' | 'log'>
type Steps = PaymentSteps<OrderDoc, OrderPaymentDecision, MovedWallets>

/**
 * Asks the gateway about an order's payment and applies the answer, however often and from wherever it is
 * called: poll, webhook, browser, sweeper, admin.
 * @returns the order afterwards
 */
export async function confirmOrderPayment(deps: ConfirmDeps, order: OrderDoc): Promise<OrderDoc> {
  const steps: Steps = {
    clientTxnId: order._id,
    model: OrderModel,
    decide: decideOrderPayment,
    movesMoney: ({ money }) => money !== undefined,
    write,
    post,
    reload: () => OrderModel.findById(order._id).lean<OrderDoc | null>(),
    tell: (change) => tell(deps, change),
  }
  return settlePayment(deps, order, steps)
}

const write: Steps['write'] = async ({ before, decision, at, patch }, session) => {
  const credited = decision.money?.to === 'wallet' ? decision.money.capture.amountPaise : 0
  const inc = { ...patch.inc, creditedPaise: credited }
  const [first, ...more] = decision.moves
  if (!first) {
    const told = decision.money ? 1 : 0
    const seen = told || looksDifferent(before.payment, decision.payment) ? 1 : 0
    const notify = decision.money ? { 'due.notify.at': at } : {}
    const after = await OrderModel.findOneAndUpdate(
      { _id: before._id, version: before.version, ...patch.guard },
      { $set: { ...patch.set, ...notify }, $inc: { ...inc, revision: seen, 'due.notify.seq': told } },
      { returnDocument: 'after', ...(session ? { session } : {}) },
    ).lean<OrderDoc | null>()
    return after ?? undefined
  }
  const by = { by: 'system', actor: 'payments', at } as const
  let after = await moveOrder(before, { ...first, ...by, ...patch, inc }, session)
  for (const move of more) after = after && (await moveOrder(after, { ...move, ...by }, session))
  return after
}

const post: Steps['post'] = async ({ before, decision, at }, session) => {
  const { money, payment } = decision
  if (!money) return new Map()
  const { amountPaise, gatewayId } = money.capture
  const bought = money.to === 'sales'
  if (!bought) {
    const { _id: orderid } = before
    const note = `Payment for ${orderid}, not used for the order`
    await recordMovement(session, before, { kind: 'stray_payment', amountPaise, orderid, note, at })
  }
  const set = {
    kind: bought ? ('order_payment' as const) : ('stray_payment' as const),
    ref: `${before._id}/${gatewayId}`,
    postings: [
      { account: accounts.gateway(payment.gateway), amountPaise: -amountPaise },
      { account: bought ? accounts.sales : accounts.wallet(before.userId), amountPaise },
    ],
  }
  return postEntries(session, [set], at)
}

async function tell(
  deps: ConfirmDeps,
  { before, after, moved }: Parameters<Steps['tell']>[0],
): Promise<void> {
  await queueDueWork(deps, after, before)
  if (after.revision !== before.revision) announceOrder(deps, after)
  if (moved) announceWallets(deps, moved)
}
