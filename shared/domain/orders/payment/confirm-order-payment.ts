import type { ClientSession } from 'mongoose'
import { inTransaction } from '../../../platform/mongo.ts'
import type { Deps } from '../../deps.ts'
import {
  hasVisibleChange,
  type IPayment,
  type PaymentCheck,
  type PaymentPatch,
  reserveReference,
  settlePayment,
  writeFirst,
} from '../../payments/index.ts'
import { ledgerAccounts, postEntries, recordTransaction, type UpdatedWallets } from '../../wallet/index.ts'
import { type OrderChanges, writeInTransaction } from '../change/change-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { type AllocatedMoney, decideOrderPayment, type OrderPaymentDecision } from './order-payment-rules.ts'

type ConfirmDeps = Pick<Deps, 'clock' | 'env' | 'gatewayOf' | 'redis' | 'queues' | 'publisher' | 'log'>

/**
 * Checks an order's payment at the gateway and applies the answer. It may be called any number of times, by
 * poll, webhook, browser, sweeper and admin.
 * @returns the order afterwards
 */
export function confirmOrderPayment(deps: ConfirmDeps, order: OrderDoc): Promise<OrderDoc> {
  return settlePayment(deps, order, {
    clientTxnId: order._id,
    model: OrderModel,
    reload: () => OrderModel.findById(order._id).lean<OrderDoc | null>(),
    commit: (before, check) => commitCheck(deps, before, check),
  })
}

/** Writes what the check decides, with its bank reference and its money in one transaction. */
async function commitCheck(
  deps: ConfirmDeps,
  before: OrderDoc,
  check: PaymentCheck,
): Promise<{ publish(): Promise<OrderDoc> } | undefined> {
  const { at, reservation } = check
  const decision = decideOrderPayment(before, check.payment, check.result)
  const { money } = decision
  const write = (tx?: ClientSession) =>
    writeFirst(check.patchesFor(decision.payment), (patch) =>
      writeInTransaction(deps, before, { ...changesOf(before, decision, { at, patch }), tx }),
    )
  if (!money && !reservation) return write()
  return inTransaction(async (tx) => {
    const written = await write(tx)
    if (!written) return undefined
    if (reservation) await reserveReference(tx, reservation)
    const moved = money && (await post(tx, before, { payment: decision.payment, money, at }))
    return { publish: () => written.publish(moved) }
  })
}

/** Only the first change contains the patch; further transitions follow it. */
function changesOf(
  before: OrderDoc,
  decision: OrderPaymentDecision,
  { at, patch }: { at: Date; patch: PaymentPatch },
): {
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

async function post(
  tx: ClientSession,
  before: OrderDoc,
  { payment, money, at }: { payment: IPayment; money: AllocatedMoney; at: Date },
): Promise<UpdatedWallets> {
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
