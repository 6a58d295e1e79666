import { firstStatuses, orderTransitions } from '@jhatpat/shared/contracts/order-status.ts'
import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { HistoryRow } from '@jhatpat/shared/domain/orders/model/order-model.ts'
import type { Rule } from './evidence.ts'

/**
 * Each history is a path of the transition table, its versions are 1, 2, 3 …, and it ends with the order's
 * status.
 */
export const historyIsAPath: Rule = ({ orders }) =>
  orders.flatMap((order) => faultsOf(order).map((what) => ({ rule: 'I5' as const, about: order._id, what })))

function faultsOf({ history, status, version }: OrderDoc): string[] {
  const gaps = history.filter((row, index) => row.version !== index + 1)
  const steps = history.filter((row, index) => !isStep(row, history[index - 1]))
  const last = history.at(-1)
  return [
    ...gaps.map((row) => `version ${row.version} is out of line`),
    ...steps.map((row) => `no such move: ${row.from || 'new'} → ${row.to} by ${row.by}`),
    ...(last?.to === status && last.version === version
      ? []
      : ['the history does not end where the order is']),
  ]
}

function isStep(row: HistoryRow, before: HistoryRow | undefined): boolean {
  if (!before) return row.from === '' && firstStatuses.some((first) => first === row.to)
  return (
    row.from === before.to && orderTransitions.some((move) => move.from === row.from && move.to === row.to)
  )
}
