import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { followQuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import { type RunningWorkers, startWorkers } from './start-workers.ts'

/** Starts the workers; in a shop that is quiet after a restoration, only once an operator has opened it. */
export async function startWhenOpen(deps: Deps): Promise<RunningWorkers> {
  let workers: RunningWorkers | undefined
  const start = async () => {
    workers ??= await startWorkers(deps)
  }
  const quietMode = await followQuietMode(deps.log, start)
  if (!quietMode.current()) await start()
  return {
    stop: async () => {
      await quietMode.stop()
      await workers?.stop()
    },
  }
}
