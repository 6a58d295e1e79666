import { closeHeld, closeOrderJob } from '@jhatpat/shared/domain/orders/index.ts'
import { documentJob } from '../job.ts'

export const closeOrderHandler = documentJob(closeOrderJob, (deps, { id, seq }) => closeHeld(deps, id, seq))
