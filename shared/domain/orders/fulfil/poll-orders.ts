import type { Polls } from '../../../platform/polls.ts'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import { changeOrder } from '../change/change-order.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { type FulfilDeps, lookUpDue } from './fulfil-order.ts'

export type PollDeps = FulfilDeps & { polls: Polls; shutdownSignal?: AbortSignal }

/** Polls of one account that are under way, at most half of the calls that it is given at once. */
export type Poller = {
  /** Begins as many polls as there is room for. @returns how many are under way */
  turn(): Promise<number>
  /** Waits for what is under way. */
  idle(): Promise<void>
}

/** A poll that throws is tried again after so long. */
const afterFaultMs = 5_000

/**
 * Asks one supplier account about its orders that are due, ahead of all purchases that wait in its queue and beside
 * those that are made. One process polls an account at a time; a second one at it asks more often than needed and does
 * no harm.
 */
export function createPoller(deps: PollDeps, { name }: Pick<Supplier, 'name'>): Poller {
  const inProgress = new Map<string, Promise<void>>()
  const atOnce = Math.max(1, Math.floor(deps.env.SUPPLIER_CONCURRENCY / 2))

  const poll = async (id: string, until: Date): Promise<void> => {
    const next = await pollOrder(deps, id).catch((error: unknown) => {
      deps.log.error({ orderid: id, err: String(error) }, 'order poll failed')
      return new Date(deps.clock.now().getTime() + afterFaultMs)
    })
    await deps.polls.end(name, id, { until, next }).catch(() => undefined)
  }

  return {
    async turn() {
      const limit = atOnce - inProgress.size
      if (limit <= 0 || deps.shutdownSignal?.aborted) return inProgress.size
      const now = deps.clock.now()
      // Longer than any poll takes: who finds it marked after that has found one whose process is gone.
      const until = new Date(now.getTime() + 2 * deps.env.SUPPLIER_TIMEOUT_MS + 10_000)
      for (const id of await deps.polls.take(name, { now, until, limit })) {
        // Planned anew while it is polled: the answer under way may be older than that news, so it is asked again after it.
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

/** @returns when it is to be polled again; undefined where nothing is left to ask */
async function pollOrder(deps: PollDeps, orderId: string): Promise<Date | undefined> {
  const order = await readOrder(orderId)
  if (!order) return undefined
  const looked = await lookUpDue(deps, order)
  if ('again' in looked) return looked.again
  if ('order' in looked) await continueOrder(deps, looked.order)
  return undefined
}

/** The next unit is bought in the queue, like any purchase. */
async function continueOrder(deps: PollDeps, order: OrderDoc): Promise<void> {
  const now = deps.clock.now()
  await changeOrder(deps, order, {
    guard: { status: 'Processing', 'due.fulfil.seq': order.due.fulfil.seq },
    set: { pendingReason: pendingReasonOf('in_progress', { since: now }) },
    due: { fulfil: now },
  })
}
