import { toRupees } from '../../../contracts/money.ts'
import type { UnclearBatch, UnclearPurchase } from '../../../contracts/unclear-batches.ts'
import { amountTenThousandths, type BatchPurchase, type IUnclearBatch } from '../../purchasing/index.ts'
import { unitsValuePaise } from '../rules/refund-amount.ts'
import { arrivalOf, explainBatch, keyOf, leftToExplain, type OrdersOf, toleranceOf } from './explain-batch.ts'

/** Pure. A batch as the board shows it, with the answers so far. */
export function batchView(batch: IUnclearBatch, orders: OrdersOf): UnclearBatch {
  const explained = explainBatch(batch, (purchase) => arrivalOf(orders, purchase))
  const left = leftToExplain(batch)
  const isSets = explained.kind === 'sets'
  return {
    id: batch._id,
    account: batch.account,
    readAt: batch.readAt.toISOString(),
    before: coinsOf(batch.before),
    after: coinsOf(batch.after),
    certain: batch.certain.map((purchase) => ({
      orderid: purchase.orderId,
      coins: coinsOf(purchase.cost),
      item: orders.get(purchase.orderId)?.item.name ?? '',
      customer: orders.get(purchase.orderId)?.customer.name ?? '',
    })),
    left: left === undefined ? null : inCoins(left),
    tolerance: inCoins(toleranceOf(batch)),
    sets: isSets
      ? explained.sets.map(({ parts }) => ({
          parts: parts.map(({ cost, ...part }) => ({ ...part, coins: inCoins(cost) })),
        }))
      : [],
    count: isSets ? explained.count : 0,
    inconclusiveReason: isSets ? null : explained.reason,
    purchases: batch.unclear.map((purchase) =>
      purchaseView(purchase, orders, isSets ? explained.chances.get(keyOf(purchase)) : undefined),
    ),
  }
}

function purchaseView(
  purchase: BatchPurchase,
  orders: OrdersOf,
  chance: { in: number; of: number } | undefined,
): UnclearPurchase {
  const order = orders.get(purchase.orderId)
  const unit = order?.units[purchase.index]
  return {
    key: keyOf(purchase),
    orderid: purchase.orderId,
    attempt: purchase.attempt,
    unit: unit?.ref ?? '',
    item: order?.item.name ?? '',
    imgpath: order?.item.imgpath ?? '',
    player: [order?.input1, order?.input2].filter(Boolean).join(' '),
    playerName: order?.playerName ?? '',
    customer: order?.customer.name ?? '',
    price: order && unit ? toRupees(unitsValuePaise(order, [unit])) : 0,
    coins: coinsOf(purchase.cost),
    sentAt: unit?.sentAt?.toISOString() ?? null,
    arrived: arrivalOf(orders, purchase) ?? null,
    chance: chance ?? null,
  }
}

const inCoins = (points: number) => points / 10_000
const coinsOf = (text: string): number | null => {
  const points = amountTenThousandths(text)
  return points === undefined ? null : inCoins(points)
}
