import { type Chance, type Explained, explain } from '../../../contracts/explanations.ts'
import {
  amountTenThousandths,
  type BatchPurchase,
  type IUnclearBatch,
  roundingPerUnit,
} from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'

/** Why a batch allows no conclusion. */
export type InconclusiveReason =
  | Extract<Explained, { kind: 'nothing' }>['reason']
  | 'not_proven'
  | 'shared'
  | 'not_read'

export type BatchExplained =
  | Extract<Explained, { kind: 'sets' }>
  | { kind: 'nothing'; reason: InconclusiveReason }

/** The orders of a batch by id. */
export type OrdersOf = ReadonlyMap<string, OrderDoc>

export const keyOf = ({
  orderId,
  index,
  attempt,
}: Pick<BatchPurchase, 'orderId' | 'index' | 'attempt'>): string => `${orderId}/${index}/${attempt}`

/** Pure. Whether a purchase arrived, as answered; undefined without an answer. */
export function arrivalOf(orders: OrdersOf, { orderId, index, attempt }: BatchPurchase): boolean | undefined {
  const order = orders.get(orderId)
  const unit = order?.units[index]
  // The unit was sent again, or its order is gone.
  if (!order || !unit || unit.attempt !== attempt || unit.state === 'planned') return false
  if (unit.state === 'delivered') return true
  if (unit.state === 'rejected') return false
  if (order.status === 'Processing') return undefined
  return order.status === 'Completed' && order.partlyRefundedPaise === 0
}

/**
 * Pure. The drop of the balance beyond the certain purchases, in ten-thousandths; undefined if it is unknown.
 */
export function leftToExplain({ before, after, certain }: IUnclearBatch): number | undefined {
  const amounts = [after, ...certain.map(({ cost }) => cost)].map(amountTenThousandths)
  const from = amountTenThousandths(before)
  if (from === undefined || amounts.includes(undefined)) return undefined
  return amounts.reduce<number>((left, amount) => left - (amount ?? 0), from)
}

/** Pure. The tolerance of sums of a batch, because prices are rounded. */
export const toleranceOf = ({ certain, unclear }: Pick<IUnclearBatch, 'certain' | 'unclear'>): number =>
  roundingPerUnit * (certain.length + unclear.length)

/**
 * Pure. Each set of the batch's unclear purchases that explains the balance readings and agrees with the
 * answers.
 * @param answers by `keyOf`; undefined: not answered
 */
export function explainBatch(
  batch: IUnclearBatch,
  answers: (purchase: BatchPurchase) => boolean | undefined,
): BatchExplained {
  const left = leftToExplain(batch)
  if (left === undefined) return { kind: 'nothing', reason: 'not_read' }
  if (!batch.isReconciled) return { kind: 'nothing', reason: 'shared' }
  if (!batch.isProven) return { kind: 'nothing', reason: 'not_proven' }
  const purchases = batch.unclear.map((purchase) => ({
    key: keyOf(purchase),
    cost: amountTenThousandths(purchase.cost),
    arrived: answers(purchase),
  }))
  return explain({ left, tolerance: toleranceOf(batch), purchases })
}

/** Pure. Whether no set contains the answer, so that the readings disprove it. */
export const isDisproved = (chance: Chance, arrived: boolean): boolean =>
  arrived ? chance.in === 0 : chance.in === chance.of
