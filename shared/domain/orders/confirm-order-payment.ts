import type { ClientSession } from 'mongoose'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Deps } from '../deps.ts'
import {
  type Capture,
  lanePatches,
  lookForMoney,
  lookPatch,
  nextLookAt,
  readAnswer,
} from '../payments/index.ts'
import { accounts, announceWallets, type MovedWallets, postEntries, recordMovement } from '../wallet/index.ts'
import { announceOrder } from './announce-order.ts'
import { queueDueWork } from './jobs.ts'
import { type Move, moveOrder } from './move-order.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'
import { decideOrderPayment, type OrderPaymentDecision } from './order-payment-rules.ts'

type ConfirmDeps = Pick<Deps, 'clock' | 'env' | 'gateway' | 'queues' | 'publisher' | 'log'>

/**
 * Asks the gateway about an order's payment and applies the answer, however often and from wherever it is
 * called: poll, webhook, browser, sweeper, admin.
 * @returns the order afterwards
 */
export async function confirmOrderPayment(deps: ConfirmDeps, order: OrderDoc): Promise<OrderDoc> {
  if (!order.payment) return order
  const { orderid: clientTxnId, createdAt } = order
  return settle(deps, order, await lookForMoney(deps, { clientTxnId, createdAt }))
}

/** Whoever lost a race applies the answer to what the winner left: the winner's answer may be the older one. */
async function settle(deps: ConfirmDeps, order: OrderDoc, answer: PaymentState): Promise<OrderDoc> {
  let latest = order
  for (let race = 0; race < 10 && latest.payment; race += 1) {
    const news = readAnswer(latest.payment, answer, deps.clock.now())
    const applied = await apply(deps, latest, decideOrderPayment(latest, latest.payment, news))
    if (applied) return tell(deps, latest, applied)
    latest = (await OrderModel.findById(order._id).lean<OrderDoc | null>()) ?? latest
    if (news.kind === 'nothing') break
  }
  return latest
}

async function tell(deps: ConfirmDeps, before: OrderDoc, { after, moved }: Applied): Promise<OrderDoc> {
  await queueDueWork(deps, after, before)
  if (after.revision !== before.revision) announceOrder(deps, after)
  announceWallets(deps, moved)
  return after
}

type Applied = { after: OrderDoc; moved: MovedWallets }

async function apply(
  deps: ConfirmDeps,
  order: OrderDoc,
  decision: OrderPaymentDecision,
): Promise<Applied | undefined> {
  const look = { decision, at: deps.clock.now(), pollMs: deps.env.PAYMENT_POLL_MS }
  const { money } = decision
  if (!money) {
    const after = await write(order, look)
    return after ? { after, moved: new Map() } : undefined
  }
  try {
    return await inTransaction(async (session) => {
      const after = await write(order, look, session)
      if (!after) return undefined
      return { after, moved: await post(session, order, { ...money, at: look.at }) }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

type Look = { decision: OrderPaymentDecision; at: Date; pollMs: readonly number[] }

/** Compare-and-set on version and number of looks, so that of two answers at once only one is applied. */
async function write(order: OrderDoc, look: Look, session?: ClientSession): Promise<OrderDoc | undefined> {
  const { decision, at } = look
  const payment = { ...decision.payment, polls: decision.payment.polls + 1, askedAt: at }
  const next = nextLookAt(payment, order.createdAt, { now: at, pollMs: look.pollMs })
  const credited = decision.money?.to === 'wallet' ? decision.money.capture.amountPaise : 0
  for (const lane of lanePatches(order.due.payment, next, at)) {
    const patch = {
      guard: { ...lane.guard, 'payment.polls': order.payment?.polls ?? 0 },
      set: { ...lane.set, ...lookPatch(payment) },
      inc: { ...lane.inc, creditedPaise: credited },
    }
    const after = await writeOne(order, { ...look, patch }, session)
    if (after) return after
  }
  return undefined
}

type Patch = Required<Pick<Move, 'guard' | 'set' | 'inc'>>

async function writeOne(
  order: OrderDoc,
  { decision, at, patch }: Look & { patch: Patch },
  session?: ClientSession,
): Promise<OrderDoc | undefined> {
  const [first, ...more] = decision.moves
  if (!first) {
    const seen = decision.money ? 1 : 0
    const notify = decision.money ? { 'due.notify.at': at } : {}
    const after = await OrderModel.findOneAndUpdate(
      { _id: order._id, version: order.version, ...patch.guard },
      {
        $set: { ...patch.set, ...notify },
        $inc: { ...patch.inc, revision: seen, 'due.notify.seq': seen },
      },
      { returnDocument: 'after', ...(session ? { session } : {}) },
    ).lean<OrderDoc | null>()
    return after ?? undefined
  }
  const by = { by: 'system', actor: 'payments', at } as const
  let after = await moveOrder(order, { ...first, ...by, ...patch }, session)
  for (const move of more) after = after && (await moveOrder(after, { ...move, ...by }, session))
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
