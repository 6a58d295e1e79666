import { fulfilOrder, fulfilOrderJob } from '@jhatpat/shared/domain/orders/index.ts'
import { documentJob } from '../job.ts'

export const fulfilOrderHandler = documentJob(fulfilOrderJob, (deps, { id, seq }) =>
  fulfilOrder(deps, id, seq),
)
