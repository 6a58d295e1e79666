import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  checkOrderPayment,
  fulfilOrderJob,
  notifyOrderJob,
  OrderModel,
} from '@jhatpat/shared/domain/orders/index.ts'
import { checkTopUpPayment, MovementModel, notifyTopUp } from '@jhatpat/shared/domain/wallet/index.ts'
import { type DueWork, sweep } from '@jhatpat/shared/platform/due.ts'

/** Every kind of work that a document can owe. A test holds it against the job handlers. */
export const dueWork: readonly DueWork[] = [
  { model: OrderModel, lane: 'due.payment', job: checkOrderPayment },
  { model: OrderModel, lane: 'due.fulfil', job: fulfilOrderJob },
  { model: OrderModel, lane: 'due.notify', job: notifyOrderJob },
  { model: MovementModel, lane: 'due.payment', job: checkTopUpPayment },
  { model: MovementModel, lane: 'due.notify', job: notifyTopUp },
]

/** Late by this much means that its job is lost, or that whoever had it died. */
const graceMs = 3_000

/** Looks for overdue work until stopped. One runs in every worker process. */
export function startSweeper(deps: Deps): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => sweepAll(deps))
  }, deps.env.SWEEP_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

async function sweepAll(deps: Deps): Promise<void> {
  for (const work of dueWork) {
    try {
      const queued = await sweep(work, deps, graceMs)
      if (queued > 0) deps.log.warn({ job: work.job.name, queued }, 'overdue work queued again')
    } catch (error) {
      deps.log.error({ job: work.job.name, err: String(error) }, 'sweep failed')
    }
  }
}
