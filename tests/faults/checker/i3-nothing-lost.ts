import type { Rule } from './evidence.ts'

/** Every order and top-up that the shop acknowledged exists. */
export const nothingLost: Rule = ({ promised, orders, transactions }) => {
  const known = new Set([
    ...orders.map((order) => order._id),
    ...transactions.map((transaction) => transaction._id),
  ])
  return promised.flatMap(({ kind, ids }) =>
    ids
      .filter((id) => !known.has(id))
      .map((id) => ({ rule: 'I3', about: id, what: `the ${kind} was acknowledged and is gone` })),
  )
}
