import { applyPriceChange, applyPriceChangesJob } from '@jhatpat/shared/domain/catalogue-admin/index.ts'
import { documentJob } from '../jobs/job.ts'

export const applyPriceChangesHandler = documentJob(applyPriceChangesJob, (deps, { id, seq }) =>
  applyPriceChange(deps, id, seq),
)
