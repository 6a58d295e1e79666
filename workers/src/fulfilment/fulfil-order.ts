import { fulfilOrder, fulfilOrderName, giveUpForNow } from '@jhatpat/shared/domain/orders/index.ts'
import { documentJob } from '../job.ts'

export const fulfilOrderHandler = documentJob(
  { name: fulfilOrderName },
  (deps, { id, seq }) => fulfilOrder(deps, id, seq),
  (deps, { id, seq }, why) => giveUpForNow(deps, { orderId: id, seq, why }),
)
