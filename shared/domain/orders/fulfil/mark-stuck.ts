import { pendingReasonOf } from '../change/attention.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import { readOrder } from '../views/read-order.ts'

/** Whatever stood in the way may be gone by then. */
const againAfterMs = 5 * 60_000

/**
 * Shows on the board that an order cannot be worked on: its job failed each time it was tried. A person can end it;
 * by itself it is tried again later.
 * @param seq the due work that failed; with another value than the order's nothing is changed
 * @param why what went wrong, for the admins
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
    due: { fulfil: new Date(now.getTime() + againAfterMs) },
  })
}
