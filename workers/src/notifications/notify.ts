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
 * What a worker process tells by itself, without a job, of the orders that it changes. What is to be sent again later is a
 * job: `deps` has the queues themselves.
 */
export const inProcessNotifications = (deps: Deps): InProcessHandlers => ({
  [notifyOrderJob.name]: (id, seq, order) => notifyOrder(deps, (order as OrderDoc | undefined) ?? id, seq),
})
