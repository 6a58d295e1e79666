import { promiseMs } from '../../contracts/order-status.ts'
import { nextLane } from '../../platform/due.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notifyCustomer, type RefundCause } from '../notifications/index.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'
import { refundedPaise } from './refunded-paise.ts'

type NotifyDeps = Pick<Deps, 'mail' | 'sms' | 'clock' | 'log' | 'env'>

/**
 * Tells the customer what an order's present status means, once for each. An order that ended within seconds of
 * being placed is told by its end alone.
 */
export async function notifyOrder(deps: NotifyDeps, orderId: string, seq: number): Promise<void> {
  const order = await OrderModel.findById(orderId).lean<OrderDoc | null>()
  if (order?.due.notify.seq !== seq || order.due.notify.at === null) return
  for (const notice of [noticeFor(order), ...secondPayments(order)]) {
    if (notice) await notifyCustomer(deps, notice)
  }
  await OrderModel.updateOne(
    { _id: order._id, 'due.notify.seq': seq },
    { $set: { 'due.notify': nextLane(order.due.notify, null) } },
  )
}

function noticeFor(order: OrderDoc): Notice | undefined {
  const common = { ref: order._id, to: order.customer }
  const itemname = order.item.name
  const started = order.processingAt ?? order.createdAt
  switch (order.status) {
    case 'Processing': {
      const promisedBy = new Date(started.getTime() + promiseMs)
      const facts = { itemname, amountPaise: order.pricePaise, delivery: order.delivery, promisedBy }
      return { ...common, kind: 'order_placed', facts }
    }
    case 'Completed': {
      const tookMs = (order.history.at(-1)?.at.getTime() ?? 0) - started.getTime()
      return { ...common, kind: 'order_completed', facts: { itemname, account: accountOf(order), tookMs } }
    }
    case 'Refunded':
      return {
        ...common,
        kind: 'order_refunded',
        facts: {
          itemname,
          amountPaise: refundedPaise(order),
          pricePaise: order.pricePaise,
          cause: causeOf(order),
          reason: order.reason,
        },
      }
    case 'Created':
    case 'Failed':
    case 'Cancelled':
      return undefined
    default:
      return order.status satisfies never
  }
}

/** Payments that went to the wallet beside what the order's status tells, each under the gateway's id. */
function secondPayments(order: OrderDoc): Notice[] {
  const told = order.history.some((row) => row.to === 'Refunded' && row.by === 'payments')
  const beside = (order.payment?.captures ?? []).slice(told ? 1 : 0).filter(({ to }) => to === 'wallet')
  const sums = beside.map(({ amountPaise, gatewayId }) => ({ amountPaise, occasion: gatewayId }))
  return [...sums, ...checkedPayments(order, told)].map(({ amountPaise, occasion }) => ({
    kind: 'order_refunded',
    ref: order._id,
    occasion,
    to: order.customer,
    facts: {
      ...{ itemname: order.item.name, amountPaise, pricePaise: order.pricePaise },
      ...{ cause: 'paid_twice', reason: '' },
    },
  }))
}

/** Held money that a person put into the wallet, but for the first where that ended the order. */
function checkedPayments({ payment }: OrderDoc, told: boolean) {
  const credited = (payment?.doubts ?? []).filter((doubt) => doubt.closed?.answer === 'credit')
  const isTold = told && payment?.captures.length === 0
  return credited.slice(isTold ? 1 : 0).map(({ heldPaise, id }) => ({ amountPaise: heldPaise, occasion: id }))
}

const accountOf = (order: OrderDoc) => order.playerName || order.input1

function causeOf(order: OrderDoc): RefundCause {
  const last = order.history.at(-1)
  if (last?.by === 'supplier') return 'refused'
  if (last?.by !== 'payments') return 'by_admin'
  return refundedPaise(order) === order.pricePaise ? 'late' : 'wrong_amount'
}
