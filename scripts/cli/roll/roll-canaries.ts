import { Fault } from '../kit/fault.ts'
import { watchCanaries } from './canary.ts'
import { removeContainer } from './containers.ts'
import { succeed } from './docker.ts'
import { isReady, processesOf, type Roll, removeEnded, requireReady, startOne } from './replace-processes.ts'
import { type RolledService, rolledServices } from './shop-file.ts'

/**
 * One new process of each service serves beside the former ones.
 * @throws Fault when they do worse, do not start or cannot be compared; they are removed then
 */
export async function rollCanaries(roll: Roll, watchedMs: number): Promise<void> {
  const reason = await tryCanaries(roll, watchedMs).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )
  if (reason === undefined) return
  for (const service of rolledServices) await removeCanaries(roll, service)
  throw new Fault(`Rolled back: ${reason}\n${await keepFormerImage(roll)}`)
}

/** @returns why they do worse; undefined when they do not, or when nothing is left to compare with */
async function tryCanaries(roll: Roll, watchedMs: number): Promise<string | undefined> {
  for (const service of rolledServices) {
    roll.report(`start a canary of ${service} …`)
    await removeEnded(roll, service)
    const { current, former } = await processesOf(roll, service)
    if (former.length > 0 && current.length === 0) await startOne(roll, service)
    // One of a roll that was interrupted may still be starting.
    for (const one of current) await requireReady(roll, service, one)
  }
  const workers = await processesOf(roll, 'workers')
  const api = await processesOf(roll, 'api')
  if (api.former.length === 0) return undefined
  roll.report(`watch the canaries for ${watchedMs / 1_000} s …`)
  return watchCanaries(roll, { port: roll.file.metricsPort as number, watchedMs, api, workers })
}

/** Where an interrupted roll has replaced some already, they stay: the former ones alone would be too few. */
async function removeCanaries(roll: Roll, service: RolledService): Promise<void> {
  const { current, former } = await processesOf(roll, service)
  if (former.filter(isReady).length >= roll.file.replicas[service]) {
    for (const canary of current) await removeContainer(roll.docker, canary)
  } else if (current.length > 0)
    roll.report(`${current.length} new processes of ${service} stay: deploy:roll replaces them.`)
}

/** So that nothing starts the new image by its name. @returns what the operator has to know */
async function keepFormerImage(roll: Roll): Promise<string> {
  const { docker, file, images } = roll
  if (!images.isChanged)
    return 'The former processes serve as before. Restore the former settings: the next start would take the new ones.'
  await succeed(docker, ['tag', images.formerTag, file.image])
  return `${file.image} names the former image again, and the former processes serve as before.`
}
