import { applyPrices, applyPriceChangesJob } from '@jhatpat/shared/domain/prices/index.ts'
import { documentJob } from '../job.ts'

export const applyPriceChangesHandler = documentJob(applyPriceChangesJob, (deps, { id, seq }) =>
  applyPrices(deps, id, seq),
)
