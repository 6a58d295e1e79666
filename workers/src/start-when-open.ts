import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { followQuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import { type RunningWorkers, startWorkers } from './start-workers.ts'

/**
 * Starts the workers; in a shop that is quiet after a restoration, only once an operator has opened it.
 * @param onFailed the shop was opened, and the workers could not start
 */
export async function startWhenOpen(
  deps: Deps,
  onFailed: (error: unknown) => void,
  begin = startWorkers,
): Promise<RunningWorkers> {
  let workers: RunningWorkers | undefined
  const start = async () => {
    workers ??= await begin(deps)
  }
  const quietMode = await followQuietMode(deps.log, { start, onFailed })
  if (!quietMode.current()) await start()
  return {
    stop: async () => {
      await quietMode.stop()
      await workers?.stop()
    },
  }
}
