import { Fault } from '../kit/fault.ts'
import { type Container, containersOf, lastLines, removeContainer } from './containers.ts'
import { type Docker, succeed } from './docker.ts'
import type { Images } from './images.ts'
import { processesSetting, type RolledService, type ShopFile } from './shop-file.ts'

/** One roll, from what is running now to what docker-compose.yml, the secrets and the image say. */
export type RollOptions = {
  docker: Docker
  /** Prints progress. */
  report(line: string): void
  sleep(ms: number): Promise<unknown>
  /** To the image that served before. */
  isBack: boolean
  /** How long one new process of each service serves beside the former ones before the others are replaced. */
  canaryMs?: number
  /** How long a new process may take until it is ready. */
  readyWithinMs: number
}

export type Roll = RollOptions & { file: ShopFile; images: Images }

export type Processes = { former: Container[]; current: Container[] }

export const isReady = ({ state }: Container): boolean => state === 'ready'

export async function processesOf(roll: Roll, service: RolledService): Promise<Processes> {
  const all = await containersOf(roll.docker, roll.file, service)
  const isCurrent = isCurrentOf(roll, service)
  return { current: all.filter(isCurrent), former: all.filter((one) => !isCurrent(one)) }
}

const isCurrentOf =
  ({ file, images }: Roll, service: RolledService) =>
  ({ imageId, settingsHash, createdAt }: Container): boolean =>
    imageId === images.id && settingsHash === file.hashes[service] && createdAt >= file.secretsChangedAt

/** Replaces all processes of a service. @returns how many were replaced */
export async function replaceProcesses(roll: Roll, service: RolledService): Promise<number> {
  let replaced = 0
  await removeEnded(roll, service)
  for (;;) {
    const processes = await processesOf(roll, service)
    const { move, one } = nextMove(processes, roll.file.replicas[service])
    if (move === 'none') return replaced
    if (move === 'start') await startOne(roll, service)
    if (move === 'wait') await requireReady(roll, service, one)
    if (move === 'stop') {
      await removeContainer(roll.docker, one)
      roll.report(`  ${one.name} has stopped`)
      if (processes.former.includes(one)) replaced += 1
    }
  }
}

type Move = { move: 'wait' | 'stop'; one: Container } | { move: 'start' | 'none'; one?: never }

/** Pure. Nothing is stopped unless as many others as are wanted are ready; what does not serve is stopped first. */
export function nextMove({ current, former }: Processes, wanted: number): Move {
  const waiting = current.find((one) => !isReady(one))
  if (waiting) return { move: 'wait', one: waiting }
  const surplus =
    former.find((one) => !isReady(one)) ?? former[0] ?? (current.length > wanted && current.at(-1))
  const others = [...current, ...former].filter((one) => one !== surplus && isReady(one)).length
  if (surplus && others >= wanted) return { move: 'stop', one: surplus }
  return { move: former.length > 0 || current.length < wanted ? 'start' : 'none' }
}

/** Compose would start them again, and count them. */
export async function removeEnded({ docker, file }: Roll, service: RolledService): Promise<void> {
  for (const one of await containersOf(docker, file, service))
    if (one.state === 'ended') await removeContainer(docker, one)
}

/**
 * A process beside those that run, until it is ready. Not with `--scale` or `--no-deps`: both give a container another
 * fingerprint than `docker compose up`, which would replace all of them the next time.
 * @throws Fault when it does not become ready; it is removed then
 */
export async function startOne(roll: Roll, service: RolledService): Promise<void> {
  const { docker, file } = roll
  const before = await containersOf(docker, file, service)
  await succeed(docker, ['compose', 'up', '--detach', '--no-build', '--no-recreate', service], {
    timeoutMs: 600_000,
    env: { [processesSetting[service]]: String(before.length + 1) },
  })
  const after = await containersOf(docker, file, service)
  const added = after.find(({ id }) => !before.some((one) => one.id === id))
  if (!added) throw new Fault(`Compose started no further process of ${service}.`)
  try {
    // Otherwise it would be taken for a former one, and replaced without end.
    if (!isCurrentOf(roll, service)(added))
      throw new Fault('The image, the settings or the secrets changed during the roll.')
    await requireReady(roll, service, added)
  } catch (error) {
    const lines = await lastLines(docker, added)
    await removeContainer(docker, added)
    throw new Fault(`${error instanceof Error ? error.message : String(error)} Its last lines:\n${lines}`)
  }
}

const pollMs = 1_000

/** @throws Fault when it is not ready in time. A process that this roll did not start stays. */
export async function requireReady(
  roll: Roll,
  service: RolledService,
  { id, name }: Container,
): Promise<void> {
  for (let waitedMs = 0; waitedMs <= roll.readyWithinMs; waitedMs += pollMs) {
    const now = (await processesOf(roll, service)).current.find((one) => one.id === id)
    if (now && isReady(now)) {
      roll.report(`  ${name} is ready`)
      return
    }
    if (!now || now.state === 'ended') throw new Fault(`The process ${name} ended.`)
    await roll.sleep(pollMs)
  }
  throw new Fault(`The process ${name} was not ready after ${roll.readyWithinMs / 1_000} s.`)
}
