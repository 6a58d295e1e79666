import type { Rule } from './evidence.ts'

/**
 * The last state of a page matches the database, and no answer was ever older than what the page showed
 * before.
 */
export const clientsSeeTheTruth: Rule = ({ pages, orders }) => {
  const byId = new Map(orders.map((order) => [order._id, order]))
  return pages.flatMap(({ orderid, shown, wentBack }) => {
    const order = byId.get(orderid)
    const say = (what: string) => ({ rule: 'I8' as const, about: orderid, what })
    const differs = order && (shown?.status !== order.status || shown.revision !== order.revision)
    return [
      ...wentBack.map((how) => say(`an answer went back ${how}`)),
      ...(differs
        ? [
            say(
              `shows ${shown?.status ?? 'nothing'} (${shown?.revision}), is ${order.status} (${order.revision})`,
            ),
          ]
        : []),
    ]
  })
}
