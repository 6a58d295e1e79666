import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'

/** Spreads the retries of orders that wait for the same time. */
const spreadMs = 3_000

/**
 * Lets the order wait: nothing was sent. The pending reason is written once, and the task stays the same job in the
 * queue, so that waiting orders cause no writes.
 * @returns when the task is to run again
 */
export async function deferForSupplier(
  deps: PublishDeps,
  order: OrderDoc,
  { until, reason }: { until: Date; reason?: string },
): Promise<Date> {
  if (reason === undefined) return until
  if (order.pendingReason?.kind !== 'supplier_unavailable') {
    await showUnavailable(deps, order, { until, reason })
  }
  return new Date(until.getTime() + Math.random() * spreadMs)
}

async function showUnavailable(
  deps: PublishDeps,
  order: OrderDoc,
  { until, reason }: { until: Date; reason: string },
): Promise<void> {
  await changeOrder(deps, order, {
    guard: { status: 'Processing', 'due.fulfil.seq': order.due.fulfil.seq },
    set: {
      pendingReason: pendingReasonOf('supplier_unavailable', { since: deps.clock.now(), detail: reason }),
      // Set here and not under `due`, which would make a new task.
      'due.fulfil.at': until,
    },
  })
}

/** The delay before a failed task runs again by itself. */
const retryFailedAfterMs = 5 * 60_000

/**
 * Shows on the board that an order's task failed on every try. An admin can end the order; the task runs again later.
 * @param seq the task that failed; with another value than the order's nothing is changed
 * @param reason the error, for the admins
 */
export async function markTaskFailed(
  deps: PublishDeps,
  { orderId, seq, reason }: { orderId: string; seq: number; reason: string },
): Promise<void> {
  const now = deps.clock.now()
  const before = await readOrder(orderId)
  if (!before) return
  const since = before.pendingReason?.kind === 'task_failed' ? before.pendingReason.since : now
  await changeOrder(deps, before, {
    guard: { status: 'Processing', 'due.fulfil.seq': seq, 'due.fulfil.at': { $ne: null } },
    set: { pendingReason: pendingReasonOf('task_failed', { since, detail: reason.slice(0, 300) }) },
    due: { fulfil: new Date(now.getTime() + retryFailedAfterMs) },
  })
}
