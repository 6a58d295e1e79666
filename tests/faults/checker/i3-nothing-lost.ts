import type { Rule } from './evidence.ts'

/** Every order and top-up that the shop said yes to is there. */
export const nothingLost: Rule = ({ promised, orders, movements }) => {
  const known = new Set([
    ...orders.map((order) => order.orderid),
    ...movements.map((movement) => movement.txnid),
  ])
  return promised.flatMap(({ kind, ids }) =>
    ids
      .filter((id) => !known.has(id))
      .map((id) => ({ rule: 'I3', about: id, what: `the ${kind} was acknowledged and is gone` })),
  )
}
