import { notifyOrder, notifyOrderJob } from '@jhatpat/shared/domain/orders/index.ts'
import { notifyTopUp, notifyTopUpReceived } from '@jhatpat/shared/domain/wallet/index.ts'
import type { JobHandler } from '../job.ts'

export const notifyOrderHandler: JobHandler = {
  job: notifyOrderJob,
  handle: (deps, { id, seq }) => notifyOrder(deps, id, seq),
}

export const notifyTopUpHandler: JobHandler = {
  job: notifyTopUp,
  handle: (deps, { id, seq }) => notifyTopUpReceived(deps, id, seq),
}
