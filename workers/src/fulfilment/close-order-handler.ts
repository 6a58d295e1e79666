import { commitCompletion, completeOrderJob } from '@jhatpat/shared/domain/orders/index.ts'
import { documentJob } from '../job.ts'

export const completeOrderHandler = documentJob(completeOrderJob, (deps, { id, seq }) => commitCompletion(deps, id, seq))
