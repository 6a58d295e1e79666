import { toRupees } from '../../../contracts/money.ts'
import type { Receipt } from '../../../contracts/receipts.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Deps } from '../../deps.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { endOf } from '../rules/order-end.ts'
import { canReportUntil } from '../rules/ticket-rules.ts'

type ReceiptEnv = Pick<Deps['env'], 'SHOP_ADDRESS' | 'GSTIN' | 'GST_PERCENT'>

/** Pure. An order's receipt: payments, purchase and refunds. @throws not_paid */
export function receiptView(order: OrderDoc, env: ReceiptEnv): Receipt {
  const receivedPaise = receivedOf(order)
  if (receivedPaise === 0) throw new AppError('not_paid')
  const isBought = order.paymentmode === 'wallet' || purchases(order).length > 0
  const endedAt = endOf(order)?.at
  const until = canReportUntil(order)
  return {
    number: `R-${order._id.slice(2, 8)}-${order._id.slice(8)}`,
    issuedAt: (
      order.processingAt ??
      order.payment?.captures[0]?.at ??
      endedAt ??
      order.createdAt
    ).toISOString(),
    orderid: order._id,
    status: order.status,
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    seller: env.SHOP_ADDRESS.split('|')
      .map((line) => line.trim())
      .filter(Boolean),
    customer: { name: order.customer.name, email: order.customer.email },
    itemname: order.item.name,
    productname: order.product.name,
    account: playerText(order),
    paymentmode: order.paymentmode,
    price: isBought ? toRupees(order.pricePaise) : 0,
    received: toRupees(receivedPaise),
    back: toRupees(order.creditedPaise),
    ...gstOf(receivedPaise - order.creditedPaise, env),
    paidReferences: [order.walletTxnId, ...captures(order).map((one) => one.bankReference)].filter(Boolean),
    deliveryReferences: order.units
      .filter(({ state }) => state === 'delivered')
      .map(({ supplierOrderId }) => supplierOrderId)
      .filter(Boolean),
    ...(until ? { canReportUntil: until.toISOString() } : {}),
  }
}

const captures = ({ payment }: OrderDoc) => payment?.captures ?? []
const purchases = (order: OrderDoc) => captures(order).filter(({ allocatedTo }) => allocatedTo === 'purchase')

function receivedOf(order: OrderDoc): number {
  if (order.paymentmode === 'wallet') return order.pricePaise
  const checked = (order.payment?.discrepancies ?? []).filter(
    ({ resolution }) => resolution?.answer === 'credit',
  )
  const sum = (list: readonly number[]) => list.reduce((total, paise) => total + paise, 0)
  return sum(captures(order).map((one) => one.amountPaise)) + sum(checked.map((one) => one.inReviewPaise))
}

/** The tax included in what the shop kept. The net is rounded, so that both add up to the sum. */
function gstOf(keptPaise: number, { GSTIN, GST_PERCENT }: ReceiptEnv): Pick<Receipt, 'gst'> {
  if (GSTIN === '' || keptPaise <= 0) return {}
  const netPaise = Math.round((keptPaise * 100) / (100 + GST_PERCENT))
  const [net, tax] = [toRupees(netPaise), toRupees(keptPaise - netPaise)]
  return { gst: { gstin: GSTIN, percent: GST_PERCENT, net, tax } }
}

/** The player as shown to people: `RaviOP, 123456789 (1234)`. */
export function playerText({
  input1,
  input2,
  playerName,
}: Pick<OrderDoc, 'input1' | 'input2' | 'playerName'>): string {
  const account = input2 ? `${input1} (${input2})` : input1
  return playerName ? `${playerName}, ${account}` : account
}
