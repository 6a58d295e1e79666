import { isLate } from '../../../contracts/needs-action.ts'
import { promiseMs } from '../../../contracts/order-status.ts'

/** What an order's order is decided by. */
export type PriorityInput = { orderid: string; processingAt: Date; pricePaise: number }

/** So much is at stake with an order that time runs thrice as fast for it; more does not make it faster. */
export const fullUrgencyPaise = 100_000
const fastest = 3

/**
 * How fast the time of an order of this price runs: 1 for ₹0, 2 for ₹500, 3 for ₹1,000 and more. Bounded, so that a
 * cheap order with five minutes left never waits for a dear one with more than fifteen.
 */
export const urgencyFactor = (pricePaise: number): number =>
  1 + ((fastest - 1) * Math.min(pricePaise, fullUrgencyPaise)) / fullUrgencyPaise

/**
 * Which of two orders is dealt with first; negative: `a`. Broken promises come before all others, the oldest first,
 * whatever they are worth: nobody waits for ever behind dearer ones. Of the others the one with the least time left,
 * divided by the pace of its price.
 */
export function byPriority(a: PriorityInput, b: PriorityInput, nowMs: number): number {
  const [one, other] = [a, b].map((order) => ({ ...order, late: isLate(waiting(order), nowMs) })) as [
    Ranked,
    Ranked,
  ]
  if (one.late !== other.late) return one.late ? -1 : 1
  const apart = one.late ? 0 : priority(one, nowMs) - priority(other, nowMs)
  return (
    apart ||
    one.processingAt.getTime() - other.processingAt.getTime() ||
    (one.orderid < other.orderid ? -1 : 1)
  )
}

type Ranked = PriorityInput & { late: boolean }

const waiting = ({ processingAt }: PriorityInput) => ({ processingSince: processingAt.toISOString() })

/** Time left in ms, as its price lets it run. */
const priority = ({ processingAt, pricePaise }: PriorityInput, nowMs: number): number =>
  (processingAt.getTime() + promiseMs - nowMs) / urgencyFactor(pricePaise)

/** The same for the database, of an order whose promise still holds. */
export const priorityExpression = (now: Date) => ({
  $divide: [
    { $subtract: ['$processingAt', new Date(now.getTime() - promiseMs)] },
    {
      $add: [
        1,
        {
          $divide: [
            { $multiply: [fastest - 1, { $min: ['$pricePaise', fullUrgencyPaise] }] },
            fullUrgencyPaise,
          ],
        },
      ],
    },
  ],
})
