import { type Compared, failureVerdict, type RequestTotals, slownessVerdict } from './canary-verdict.ts'
import { type Container, inspect } from './containers.ts'
import type { Docker } from './docker.ts'
import { type Reading, readMetrics } from './read-metrics.ts'

type Watched = {
  port: number
  watchedMs: number
  api: Sides
  workers: Sides
}

/** The canaries, and the processes that they are compared with. */
type Sides = { current: readonly Container[]; former: readonly Container[] }

const readEveryMs = 15_000

/**
 * Reads both sides again and again. Their speed is compared from the second reading on: a process that has just
 * started still compiles its code.
 * @returns why the canaries do worse, as soon as that is clear
 */
export async function watchCanaries(
  { docker, sleep }: { docker: Docker; sleep(ms: number): Promise<unknown> },
  watched: Watched,
): Promise<string | undefined> {
  const { port, watchedMs, api, workers } = watched
  const read = async () => ({
    canary: await readAll(docker, api.current, port),
    others: await readAll(docker, api.former, port),
    workers: await readAll(docker, [...workers.current, ...workers.former], port),
  })
  const first = await read()
  let warm: typeof first | undefined
  for (let restMs = watchedMs; ; restMs -= readEveryMs) {
    await sleep(Math.min(readEveryMs, restMs))
    const gone = await firstGone(docker, [...api.current, ...workers.current])
    if (gone) return `${gone} ended or is not ready.`
    const now = await read()
    const verdict =
      ledgerVerdict(faultsOf(now.workers) - faultsOf(first.workers)) ??
      failureVerdict(compared(first, now)) ??
      (warm && slownessVerdict(compared(warm, now)))
    if (verdict !== undefined || restMs <= readEveryMs) return verdict
    warm ??= now
  }
}

const ledgerVerdict = (faults: number) =>
  faults > 0 ? `The ledger has ${faults} faults more than before.` : undefined

type BothRead = { canary: readonly Reading[]; others: readonly Reading[] }

const compared = (before: BothRead, after: BothRead): Compared => ({
  canary: served(before.canary, after.canary),
  others: served(before.others, after.others),
})

const readAll = (docker: Docker, containers: readonly Container[], port: number): Promise<Reading[]> =>
  Promise.all(containers.map((one) => readMetrics(docker, one, port)))

/** Counted by one elected worker; the others have none. */
const faultsOf = (readings: readonly Reading[]) =>
  Math.max(0, ...readings.map(({ ledgerFaults }) => ledgerFaults))

function served(before: readonly Reading[], after: readonly Reading[]): RequestTotals {
  const sum = (pick: (reading: Reading) => number) =>
    after.reduce(
      (total, reading, index) => total + pick(reading) - (before[index] ? pick(before[index]) : 0),
      0,
    )
  const bounds = new Set(after.flatMap(({ within }) => [...within.keys()]))
  return {
    requests: sum(({ requests }) => requests),
    errors: sum(({ errors }) => errors),
    within: new Map([...bounds].map((bound) => [bound, sum(({ within }) => within.get(bound) ?? 0)])),
  }
}

/** @returns the name of the first that ended, is not ready or was started again since it was read */
async function firstGone(docker: Docker, canaries: readonly Container[]): Promise<string | undefined> {
  const now = await inspect(docker, canaries)
  return canaries.find(({ id, restarts }) => {
    const found = now.find((one) => one.id === id)
    return found?.state !== 'ready' || found.restarts > restarts
  })?.name
}
