import { applyPriceChange, applyPriceChangesJob } from '@jhatpat/shared/domain/prices/index.ts'
import { documentJob } from '../job.ts'

export const applyPriceChangesHandler = documentJob(applyPriceChangesJob, (deps, { id, seq }) =>
  applyPriceChange(deps, id, seq),
)
