import {
  commitCompletion,
  completeOrderJob,
  fulfilOrder,
  fulfilOrderName,
  markTaskFailed,
} from '@jhatpat/shared/domain/orders/index.ts'
import { documentJob } from '../jobs/job.ts'

export const fulfilOrderHandler = documentJob(
  { name: fulfilOrderName },
  (deps, { id, seq }, { isFresh }) => fulfilOrder({ ...deps, canDelayJob: isFresh }, id, seq),
  (deps, { id, seq }, reason) => markTaskFailed(deps, { orderId: id, seq, reason }),
)

export const completeOrderHandler = documentJob(completeOrderJob, (deps, { id, seq }) =>
  commitCompletion(deps, id, seq),
)
