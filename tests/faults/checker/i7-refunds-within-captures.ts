import type { Rule, Violation } from './evidence.ts'
import { moneyByOrder } from './order-money.ts'

/** Refunds do not exceed payments, and each cause is posted once. */
export const refundsWithinCaptures: Rule = (evidence) => {
  const moneyOf = moneyByOrder(evidence)
  const tooMuch = evidence.orders.flatMap((order): Violation[] => {
    const { paid, refunded } = moneyOf(order._id)
    if (refunded <= paid) return []
    return [
      {
        rule: 'I7',
        about: order._id,
        what: `${refunded} paise refunded, ${paid} paid`,
        paise: refunded - paid,
      },
    ]
  })
  const causes = Map.groupBy(evidence.ledger, (entry) => `${entry.kind}/${entry.ref}`)
  const twice = [...causes].flatMap(([cause, entries]): Violation[] => {
    if (entries.length === 1) return []
    const paise = entries
      .slice(1)
      .reduce((sum, entry) => sum + Math.max(...entry.postings.map((one) => one.amountPaise)), 0)
    return [{ rule: 'I7', about: cause, what: `posted ${entries.length} times`, paise }]
  })
  return [...tooMuch, ...twice]
}
