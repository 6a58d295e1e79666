import type { Deps } from '../deps.ts'
import { earlyCallbackJob } from './jobs.ts'
import { lookForUnitNow } from './look-now.ts'

type EarlyDeps = Pick<Deps, 'clock' | 'queues' | 'log' | 'polls'>

/**
 * Waits before each look for the order of a callback, in ms: the supplier's answer to our own call, which names the
 * order, comes within SUPPLIER_TIMEOUT_MS (a minute), and is looked into at its own pace all the same.
 */
const waitsMs = [1_000, 4_000, 15_000, 60_000]

/**
 * Takes news of a supplier about one of its orders. News of an order that we do not know (yet) is kept in the queue and
 * looked into again for over a minute: a callback can beat the answer to our own call.
 */
export async function hearOfUnit(deps: EarlyDeps, supplierOrderId: string): Promise<void> {
  await hearAgain(deps, supplierOrderId, 0)
}

/** @param tries how often the order was looked for before */
export async function hearAgain(deps: EarlyDeps, supplierOrderId: string, tries: number): Promise<void> {
  if (await lookForUnitNow(deps, supplierOrderId)) return
  const waitMs = waitsMs[tries]
  if (waitMs === undefined) return
  const at = new Date(deps.clock.now().getTime() + waitMs)
  await deps.queues.enqueue(earlyCallbackJob, supplierOrderId, { at, seq: tries + 1 })
}
