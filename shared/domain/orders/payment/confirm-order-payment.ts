import type { Deps } from '../../deps.ts'
import { hasVisibleChange, type PaymentSteps, settlePayment } from '../../payments/index.ts'
import { ledgerAccounts, postEntries, recordTransaction, type UpdatedWallets } from '../../wallet/index.ts'
import { type OrderChanges, writeInTransaction } from '../change/change-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { decideOrderPayment, type OrderPaymentDecision } from './order-payment-rules.ts'

type ConfirmDeps = Pick<Deps, 'clock' | 'env' | 'gatewayOf' | 'redis' | 'queues' | 'publisher' | 'log'>
type Steps = PaymentSteps<OrderDoc, OrderPaymentDecision, UpdatedWallets>

/**
 * Checks an order's payment at the gateway and applies the answer. It may be called any number of times, by
 * poll, webhook, browser, sweeper and admin.
 * @returns the order afterwards
 */
export async function confirmOrderPayment(deps: ConfirmDeps, order: OrderDoc): Promise<OrderDoc> {
  const steps: Steps = {
    clientTxnId: order._id,
    model: OrderModel,
    decide: decideOrderPayment,
    movesMoney: ({ money }) => money !== undefined,
    write: (check, tx) => writeInTransaction(deps, check.before, { ...changesOf(check), tx }),
    post,
    reload: () => OrderModel.findById(order._id).lean<OrderDoc | null>(),
  }
  return settlePayment(deps, order, steps)
}

/** Only the first change contains the patch; further transitions follow it. */
function changesOf({ before, decision, at, patch }: Parameters<Steps['write']>[0]): {
  changes: OrderChanges
  isVisible: boolean
} {
  const credited = decision.money?.to === 'wallet' ? decision.money.capture.amountPaise : 0
  const inc = { ...patch.inc, creditedPaise: credited }
  const [first, ...more] = decision.transitions
  if (first) {
    const by = { by: 'system', actor: 'payments', at } as const
    const others = more.map((move) => ({ ...move, ...by }))
    return { changes: [{ ...first, ...by, ...patch, inc }, ...others], isVisible: true }
  }
  const guard = { version: before.version, ...patch.guard }
  const edit = { guard, set: patch.set, inc, due: decision.money ? { notify: at } : {} }
  const isVisible = decision.money !== undefined || hasVisibleChange(before.payment, decision.payment)
  return { changes: [edit], isVisible }
}

const post: Steps['post'] = async ({ before, decision, at }, tx) => {
  const { money, payment } = decision
  if (!money) return new Map()
  const { amountPaise, gatewayId } = money.capture
  const isPurchase = money.to === 'sales'
  const entry = {
    kind: isPurchase ? ('order_payment' as const) : ('unallocated_payment' as const),
    ref: `${before._id}/${gatewayId}`,
    postings: [
      { account: ledgerAccounts.gateway(payment.gateway), amountPaise: -amountPaise },
      { account: isPurchase ? ledgerAccounts.sales : ledgerAccounts.wallet(before.userId), amountPaise },
    ],
  }
  const moved = await postEntries(tx, [entry], at)
  if (!isPurchase) {
    const { _id: orderid } = before
    const note = `Payment for ${orderid}, not used for the order`
    await recordTransaction(tx, before, {
      kind: 'unallocated_payment',
      amountPaise,
      orderid,
      note,
      at,
      moved,
    })
  }
  return moved
}
