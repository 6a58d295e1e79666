import type { Polls } from '../../../platform/polls.ts'
import { inJob } from '../../../platform/tracing.ts'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import { changeOrder } from '../change/change-order.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { type FulfilDeps, lookUpDue } from './fulfil-order.ts'

export type PollDeps = FulfilDeps & { polls: Polls; shutdownSignal?: AbortSignal }

/** Polls of one account that are in progress, at most half of its concurrent calls. */
export type Poller = {
  /** Starts as many due polls as there is room for. @returns how many are in progress */
  turn(): Promise<number>
  /** Resolves when all polls in progress have ended. */
  idle(): Promise<void>
}

/** A poll that throws is retried after this delay. */
const afterFaultMs = 5_000

/**
 * Polls one supplier account about its due orders, ahead of the purchases in its queue and in parallel to
 * running ones. One process polls an account at a time; a second one would poll more often than needed,
 * without harm.
 */
export function createPoller(deps: PollDeps, { name }: Pick<Supplier, 'name'>): Poller {
  const inProgress = new Map<string, Promise<void>>()
  const maxConcurrent = Math.max(1, Math.floor(deps.env.SUPPLIER_CONCURRENCY / 2))

  const poll = async (id: string, until: Date): Promise<void> => {
    const next = await inJob('order.poll', id, () => pollOrder(deps, id)).catch((error: unknown) => {
      deps.log.error({ orderId: id, err: String(error) }, 'order poll failed')
      return new Date(deps.clock.now().getTime() + afterFaultMs)
    })
    await deps.polls.end(name, id, { until, next }).catch(() => undefined)
  }

  return {
    async turn() {
      const limit = maxConcurrent - inProgress.size
      if (limit <= 0 || deps.shutdownSignal?.aborted) return inProgress.size
      const now = deps.clock.now()
      // Longer than any poll takes: a poll still marked after this time belongs to a process that is gone.
      const until = new Date(now.getTime() + 2 * deps.env.SUPPLIER_TIMEOUT_MS + 10_000)
      for (const id of await deps.polls.take(name, { now, until, limit })) {
        // Scheduled again while it is polled: the running answer may be older than the cause, so the order is
        // polled again after it.
        const before = inProgress.get(id) ?? Promise.resolve()
        const run = before.then(() => poll(id, until)).finally(() => inProgress.delete(id))
        inProgress.set(id, run)
      }
      return inProgress.size
    },
    idle: async () => {
      await Promise.all(inProgress.values())
    },
  }
}

/** @returns when to poll the order again; undefined when nothing is left to poll */
async function pollOrder(deps: PollDeps, orderId: string): Promise<Date | undefined> {
  const order = await readOrder(orderId)
  if (!order) return undefined
  const progress = await lookUpDue(deps, order)
  if ('retryAt' in progress) return progress.retryAt
  if ('order' in progress) await continueOrder(deps, progress.order)
  return undefined
}

/** The next unit is bought through the queue, like any purchase. */
async function continueOrder(deps: PollDeps, order: OrderDoc): Promise<void> {
  const now = deps.clock.now()
  await changeOrder(deps, order, {
    guard: { status: 'Processing', 'due.fulfil.seq': order.due.fulfil.seq },
    set: { pendingReason: pendingReasonOf('in_progress', { since: now }) },
    due: { fulfil: now },
  })
}
