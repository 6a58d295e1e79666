import { pendingReasonOf } from '../change/attention.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'

/** Those who wait for the same moment come back within so long of it, and not all at once. */
const spreadMs = 3_000

/**
 * Nothing was sent: the order waits, and says so once. Its work stays what it is and where it is, in the queue, so
 * that however many wait for however long, nothing is written before they may go.
 * @returns when the work is to be tried again
 */
export async function deferForSupplier(
  deps: PublishDeps,
  order: OrderDoc,
  pause: { until: Date; reason?: string },
): Promise<Date> {
  if (pause.reason === undefined) return pause.until
  if (order.pendingReason?.kind !== 'supplier_unavailable') await sayWhy(deps, order, { ...pause, reason: pause.reason })
  return new Date(pause.until.getTime() + Math.random() * spreadMs)
}

async function sayWhy(
  deps: PublishDeps,
  order: OrderDoc,
  { until, reason }: { until: Date; reason: string },
): Promise<void> {
  await changeOrder(deps, order, {
    guard: { status: 'Processing', 'due.fulfil.seq': order.due.fulfil.seq },
    set: {
      pendingReason: pendingReasonOf('supplier_unavailable', { since: deps.clock.now(), detail: reason }),
      'due.fulfil.at': until,
    },
  })
}
