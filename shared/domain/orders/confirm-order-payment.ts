import type { ClientSession } from 'mongoose'
import { nextLane } from '../../platform/due.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { type Capture, lookForMoney, lookPatch, nextLookAt } from '../payments/index.ts'
import { accounts, announceWallets, type MovedWallets, postEntries, recordMovement } from '../wallet/index.ts'
import { announceOrder } from './announce-order.ts'
import { queueDueWork } from './jobs.ts'
import { moveOrder } from './move-order.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'
import { decideOrderPayment, type OrderPaymentDecision } from './order-payment-rules.ts'

type ConfirmDeps = Pick<Deps, 'clock' | 'env' | 'gateway' | 'queues' | 'publisher' | 'log'>

/**
 * Asks the gateway about an order's payment and applies the answer, however often and from wherever it is
 * called: poll, webhook, browser, sweeper, admin.
 * @returns the order afterwards; a caller who lost a race gets the winner's result
 */
export async function confirmOrderPayment(deps: ConfirmDeps, order: OrderDoc): Promise<OrderDoc> {
  if (!order.payment) return order
  const { orderid: clientTxnId, createdAt, payment } = order
  const news = await lookForMoney(deps, { clientTxnId, createdAt, payment })
  const decision = decideOrderPayment(order, payment, news)
  const applied = await apply(deps, order, decision)
  if (!applied) return (await OrderModel.findById(order._id).lean<OrderDoc | null>()) ?? order
  await queueDueWork(deps, applied.after, order)
  if (applied.after.revision !== order.revision) announceOrder(deps, applied.after)
  announceWallets(deps, applied.moved)
  return applied.after
}

type Applied = { after: OrderDoc; moved: MovedWallets }

async function apply(
  deps: ConfirmDeps,
  order: OrderDoc,
  decision: OrderPaymentDecision,
): Promise<Applied | undefined> {
  const fields = paymentFields(deps, order, decision)
  if (!decision.money) {
    const after = await write(order, decision, { at: deps.clock.now(), fields })
    return after ? { after, moved: new Map() } : undefined
  }
  const { money } = decision
  try {
    return await inTransaction(async (session) => {
      const after = await write(order, decision, { at: deps.clock.now(), fields, session })
      if (!after) return undefined
      return { after, moved: await post(session, order, { ...money, at: deps.clock.now() }) }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

function paymentFields(
  deps: ConfirmDeps,
  order: OrderDoc,
  decision: OrderPaymentDecision,
): Record<string, unknown> {
  const now = deps.clock.now()
  const payment = { ...decision.payment, polls: decision.payment.polls + 1, askedAt: now }
  const next = nextLookAt(payment, order.createdAt, { now, pollMs: deps.env.PAYMENT_POLL_MS })
  const credited = decision.money?.to === 'wallet' ? decision.money.capture.amountPaise : 0
  return {
    ...lookPatch(payment),
    'due.payment': nextLane(order.due.payment, next),
    ...(credited > 0 ? { creditedPaise: order.creditedPaise + credited } : {}),
  }
}

type Write = { at: Date; fields: Record<string, unknown>; session?: ClientSession }

/** Compare-and-set on version and number of looks, so that of two answers at once only one is applied. */
async function write(order: OrderDoc, decision: OrderPaymentDecision, { at, fields, session }: Write) {
  const guard = { 'payment.polls': order.payment?.polls ?? 0 }
  if (decision.moves.length === 0) {
    const seen = decision.money ? 1 : 0
    return OrderModel.findOneAndUpdate(
      { _id: order._id, version: order.version, ...guard },
      { $set: fields, $inc: { revision: seen } },
      { returnDocument: 'after', ...(session ? { session } : {}) },
    ).lean<OrderDoc | null>()
  }
  let after: OrderDoc | undefined = order
  for (const [index, move] of decision.moves.entries()) {
    const first = index === 0 ? { set: fields, guard } : {}
    after =
      after && (await moveOrder(after, { ...move, by: 'system', actor: 'payments', at, ...first }, session))
  }
  return after
}

type Money = { to: 'sales' | 'wallet'; capture: Capture; at: Date }

async function post(
  session: ClientSession,
  order: OrderDoc,
  { to, capture, at }: Money,
): Promise<MovedWallets> {
  const amountPaise = capture.amountPaise
  const account = to === 'sales' ? accounts.sales : accounts.wallet(order.userId)
  if (to === 'wallet') {
    const note = `Payment for ${order.orderid}, not used for the order`
    await recordMovement(session, order, {
      kind: 'stray_payment',
      amountPaise,
      orderid: order.orderid,
      note,
      at,
    })
  }
  const set = {
    kind: to === 'sales' ? ('order_payment' as const) : ('stray_payment' as const),
    ref: `${order.orderid}/${capture.bankReference}`,
    postings: [
      { account: accounts.gateway(order.payment?.gateway ?? ''), amountPaise: -amountPaise },
      { account, amountPaise },
    ],
  }
  return postEntries(session, [set], at)
}
