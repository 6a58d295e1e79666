import { fulfilOrder, fulfilOrderJob, giveUpForNow } from '@jhatpat/shared/domain/orders/index.ts'
import { documentJob } from '../job.ts'

export const fulfilOrderHandler = documentJob(
  fulfilOrderJob,
  (deps, { id, seq }) => fulfilOrder(deps, id, seq),
  (deps, { id, seq }, why) => giveUpForNow(deps, { orderId: id, seq, why }),
)
