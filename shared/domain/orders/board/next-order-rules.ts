import { isLate } from '../../../contracts/needs-action.ts'
import { promiseMs } from '../../../contracts/order-status.ts'

/** The facts that decide the priority of an order. */
export type PriorityInput = { orderid: string; processingAt: Date; pricePaise: number }

/** From this price on the urgency factor is at its maximum. */
export const fullUrgencyPaise = 100_000
const maxUrgency = 3

/**
 * How fast the time left of an order of this price counts: 1 for ₹0, 2 for ₹500, 3 for ₹1,000 and more. It is
 * limited, so that a cheap order with five minutes left never waits for an expensive one with more than
 * fifteen.
 */
export const urgencyFactor = (pricePaise: number): number =>
  1 + ((maxUrgency - 1) * Math.min(pricePaise, fullUrgencyPaise)) / fullUrgencyPaise

/**
 * Compares two orders; negative: `a` comes first. Late orders come before all others, oldest first at any
 * price, so that none waits forever behind more expensive ones. The others are sorted by time left divided by
 * the urgency factor.
 */
export function byPriority(a: PriorityInput, b: PriorityInput, nowMs: number): number {
  const [one, other] = [a, b].map((order) => ({ ...order, late: isLate(promiseFacts(order), nowMs) })) as [
    Ranked,
    Ranked,
  ]
  if (one.late !== other.late) return one.late ? -1 : 1
  const difference = one.late ? 0 : priority(one, nowMs) - priority(other, nowMs)
  return (
    difference ||
    one.processingAt.getTime() - other.processingAt.getTime() ||
    (one.orderid < other.orderid ? -1 : 1)
  )
}

type Ranked = PriorityInput & { late: boolean }

const promiseFacts = ({ processingAt }: PriorityInput) => ({ processingSince: processingAt.toISOString() })

/** The time left in ms, divided by the urgency factor. */
const priority = ({ processingAt, pricePaise }: PriorityInput, nowMs: number): number =>
  (processingAt.getTime() + promiseMs - nowMs) / urgencyFactor(pricePaise)

/** The same as a database expression, for an order that is not late. */
export const priorityExpression = (now: Date) => ({
  $divide: [
    { $subtract: ['$processingAt', new Date(now.getTime() - promiseMs)] },
    {
      $add: [
        1,
        {
          $divide: [
            { $multiply: [maxUrgency - 1, { $min: ['$pricePaise', fullUrgencyPaise] }] },
            fullUrgencyPaise,
          ],
        },
      ],
    },
  ],
})
