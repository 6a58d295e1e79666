import { syncPacks } from '@jhatpat/shared/domain/supply/index.ts'
import type { JobDefinition, Queues } from '@jhatpat/shared/platform/queues.ts'
import type { JobHandler } from '../job.ts'

const syncPacksJob = { queue: 'maintenance', name: 'supply.sync' } as const satisfies JobDefinition

/** A list that couldn't be read fails the job: it is tried again at once, and then at the next look. */
export const syncPacksHandler: JobHandler = {
  job: syncPacksJob,
  isSwept: false,
  handle: (deps) => syncPacks(deps),
}

/** How often is looked whether a price list is older than it may be. */
const lookEveryMs = 3_600_000

/** From now on every hour; setting it again changes nothing, and a list that is not old is left alone. */
export async function scheduleSync(queues: Queues): Promise<void> {
  const { queue, name } = syncPacksJob
  await queues.all[queue].upsertJobScheduler(name, { every: lookEveryMs }, { name, data: {} })
  await queues.all[queue].add(name, {})
}
