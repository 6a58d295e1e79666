import { waitFor } from '../environment/wait.ts'
import type { AlertEnvironment } from './alert-environment.ts'
import type { AlertCase, AlertFault } from './cases/alert-case.ts'
import type { ActiveAlert, PrometheusServer } from './prometheus-server.ts'

/** What became of a case: a `problem` is a case that failed. */
export type AlertResult = Pick<AlertCase, 'alert' | 'fault'> & {
  /** The labels with which it was raised, without the rule's own. */
  about?: string
  raisedMs?: number
  clearedMs?: number
  /** Other alerts that the fault raised as well. */
  others: string[]
  problem?: string
}

/** How long an alert may take to be raised, or to end: divided, the longest rule takes 44 s; what is spent is counted once a minute. */
const maxWaitMs = 150_000

/**
 * Sees that the watched alerts are silent, causes the fault until its alert is firing, and ends it until that is not
 * even pending. Never throws. An aborted run ends its fault, too.
 */
export async function runCase(
  { alert, fault, prepare }: AlertCase,
  { stage, prometheus }: AlertEnvironment,
  { watched, signal }: { watched: ReadonlySet<string>; signal: AbortSignal },
): Promise<AlertResult> {
  const result: AlertResult = { alert, fault, others: [] }
  const others = new Set<string>()
  const isSo = async (condition: (active: ActiveAlert[]) => boolean) => {
    signal.throwIfAborted()
    const active = await prometheus.activeAlerts()
    for (const { name, state } of active) {
      if (state === 'firing' && name !== alert && watched.has(name)) others.add(name)
    }
    return condition(active)
  }
  const until = (what: string, condition: (active: ActiveAlert[]) => boolean) =>
    waitFor(what, () => isSo(condition), { limitMs: maxWaitMs, everyMs: 250 })
  try {
    const caused = await prepare(stage)
    await untilCounted(prometheus)
    await until('no alert is active', (active) => !active.some(({ name }) => watched.has(name)))
    others.clear()
    const endedAt = await withFault(caused, async (begunAt) => {
      const isFiring = ({ name, state }: ActiveAlert) => name === alert && state === 'firing'
      await until(`${alert} is raised`, (active) => {
        const { labels } = active.find(isFiring) ?? {}
        if (labels) result.about = aboutText(labels)
        return labels !== undefined
      })
      result.raisedMs = performance.now() - begunAt
    })
    await until(`${alert} has ended`, (active) => !active.some(({ name }) => name === alert))
    result.clearedMs = performance.now() - endedAt
  } catch (error) {
    result.problem = error instanceof Error ? error.message : String(error)
  }
  return { ...result, others: [...others] }
}

const aboutText = ({ severity: _ofRule, ...labels }: Record<string, string>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

/**
 * Ends the fault also when it has raised nothing, so that the next case finds a healthy shop.
 * @returns when its end began
 */
async function withFault(
  { begin, end }: AlertFault,
  work: (begunAt: number) => Promise<void>,
): Promise<number> {
  const begunAt = performance.now()
  let endedAt = begunAt
  try {
    await begin()
    await work(begunAt)
  } finally {
    endedAt = performance.now()
    await end()
  }
  return endedAt
}

/** Waits for a count that began after this call: silence shows nothing before Prometheus has what the shop counted. */
async function untilCounted(prometheus: PrometheusServer): Promise<void> {
  const since = Date.now() / 1_000
  const isCounted = async () => {
    const [countedAt] = await prometheus.query('max(jhatpat_shop_counted_timestamp_seconds)')
    return countedAt !== undefined && countedAt > since
  }
  await waitFor('Prometheus has what the shop counted', isCounted, { everyMs: 250 })
}
