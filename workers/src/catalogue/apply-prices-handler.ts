import { applyPrices, applyPricesJob } from '@jhatpat/shared/domain/prices/index.ts'
import { documentJob } from '../job.ts'

export const applyPricesHandler = documentJob(applyPricesJob, (deps, { id, seq }) =>
  applyPrices(deps, id, seq),
)
