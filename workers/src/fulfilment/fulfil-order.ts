import { fulfilOrder, fulfilOrderJob } from '@jhatpat/shared/domain/orders/index.ts'
import type { JobHandler } from '../job.ts'

export const fulfilOrderHandler: JobHandler = {
  job: fulfilOrderJob,
  handle: (deps, { id, seq }) => fulfilOrder(deps, id, seq),
}
