import { notifyAccount, notifyAccountJob } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { notifyOrder, notifyOrderJob, type OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { notifyTopUp, notifyTopUpReceived } from '@jhatpat/shared/domain/wallet/index.ts'
import type { InProcessHandlers } from '@jhatpat/shared/platform/run-in-process.ts'
import { documentJob } from '../jobs/job.ts'

export const notifyOrderHandler = documentJob(notifyOrderJob, (deps, { id, seq }) =>
  notifyOrder(deps, id, seq),
)

export const notifyTopUpHandler = documentJob(notifyTopUp, (deps, { id, seq }) =>
  notifyTopUpReceived(deps, id, seq),
)

export const notifyAccountHandler = documentJob(notifyAccountJob, (deps, { id, seq }) =>
  notifyAccount(deps, id, seq),
)

/**
 * The notifications that a worker process sends without a job, about orders that it changes. A
 * delayed retry is a job: `deps` has the real queues.
 */
export const inProcessNotifications = (deps: Deps): InProcessHandlers => ({
  [notifyOrderJob.name]: (id, seq, order) => notifyOrder(deps, (order as OrderDoc | undefined) ?? id, seq),
})
