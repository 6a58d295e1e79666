import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { Evidence, Rule } from './evidence.ts'
import { isAtRest } from './i4-ended-or-on-the-board.ts'

/**
 * A task that is overdue for this long is forgotten: the sweepers run far more often, for notifications
 * every 15 s.
 */
const forgottenMs = 30_000

/** Nothing open is without a due time, and no due time has long passed. */
export const openWorkIsDue: Rule = (evidence) => [...idle(evidence), ...forgotten(evidence)]

function idle({ orders }: Evidence) {
  return orders.flatMap((order) => {
    const task = taskOf(order)
    if (!task || order.due[task].at) return []
    return [{ rule: 'I9' as const, about: order._id, what: `${order.status}, and no ${task} is due` }]
  })
}

function taskOf(order: OrderDoc): 'payment' | 'fulfil' | undefined {
  if (order.status === 'Created') return 'payment'
  return isAtRest(order) ? undefined : 'fulfil'
}

function forgotten({ orders, transactions, at }: Evidence) {
  const before = at.getTime() - forgottenMs
  const documents = [
    ...orders.map(({ _id, due }) => ({ about: _id, due })),
    ...transactions.map(({ _id, due }) => ({ about: _id, due })),
  ]
  return documents.flatMap(({ about, due }) =>
    Object.entries(due).flatMap(([name, task]) => {
      if (typeof task === 'number' || !task.at || task.at.getTime() > before) return []
      const seconds = Math.round((at.getTime() - task.at.getTime()) / 1000)
      return [{ rule: 'I9' as const, about, what: `${name} has been due for ${seconds} s` }]
    }),
  )
}
