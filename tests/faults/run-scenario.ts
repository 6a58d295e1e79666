import { CliError } from '../../scripts/processes/cli-error.ts'
import { check, rules } from './checker/check.ts'
import { type FaultEnvironment, startEnvironment } from './environment/environment.ts'
import { createRandom } from './environment/random.ts'
import type { CustomerRequest } from './load/customer.ts'
import { gather } from './load/gather.ts'
import { type Load, startLoad } from './load/load.ts'
import type { Outcome, Scale, Scenario, Stage } from './load/scenario.ts'
import { settle } from './settle.ts'
import { merge, timelineOf } from './timeline.ts'

export type RunOptions = { seed: number; scale: Scale; signal: AbortSignal }

const counts: Record<Scale, number> = { quick: 100, usual: 200, long: 2_000 }

/**
 * Builds an environment, makes it fail, repairs it, and checks the result. The environment is removed
 * afterwards.
 */
export async function runScenario(scenario: Scenario, { seed, scale, signal }: RunOptions): Promise<Outcome> {
  const startedAt = performance.now()
  const outcome: Outcome = {
    scenario,
    orders: 0,
    ms: 0,
    recoveries: [],
    violations: [],
    complaints: [],
    notes: [],
    timeline: [],
  }
  const wanted =
    typeof scenario.environment === 'function' ? scenario.environment(scale) : scenario.environment
  const customers = wanted.customers ?? Math.max(12, Math.ceil(counts[scale] / 20))
  const environment = await startEnvironment({ ...wanted, customers }).catch((error: Error) => error)
  if (environment instanceof Error) outcome.complaints.push(`its world did not start: ${environment.message}`)
  else
    await within(environment, () =>
      Promise.race([play(scenario, environment, { outcome, seed, scale }), aborted(signal)]),
    )
  outcome.ms = Math.round(performance.now() - startedAt)
  return outcome
}

async function within(environment: FaultEnvironment, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await environment.stop()
  }
}

/**
 * Never resolves.
 * @throws when the run is interrupted
 */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(new CliError('Ended early.'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

type Play = { outcome: Outcome; seed: number; scale: Scale }

async function play(
  scenario: Scenario,
  environment: FaultEnvironment,
  { outcome, seed, scale }: Play,
): Promise<void> {
  const loads: Load[] = []
  const otherRequests: CustomerRequest[] = []
  const stage = stageOf(environment, { outcome, seed, scale, loads, beside: otherRequests })
  try {
    await scenario.run(stage)
  } catch (error) {
    outcome.complaints.push(`it broke off: ${error instanceof Error ? error.message : String(error)}`)
  }
  const evidence = await gather(environment, promisesOf(loads, otherRequests)).catch(() => undefined)
  await Promise.all(loads.map((load) => load.close()))
  outcome.notes = merge(environment.notes.map((note) => ({ ...note, who: 'fault' })))
  if (!evidence) return void outcome.complaints.push('the database does not answer')
  outcome.orders = evidence.orders.length
  outcome.violations = check(evidence)
  if (isBad(outcome)) outcome.timeline = await timelineOf(environment, evidence, outcome)
}

export const isBad = ({ violations, complaints }: Outcome) => violations.length + complaints.length > 0

const promisesOf = (loads: Load[], beside: CustomerRequest[]) => ({
  asked: [...beside, ...loads.flatMap((load) => load.requests)],
  pages: loads.flatMap((load) => load.pages),
})

function stageOf(
  environment: FaultEnvironment,
  { outcome, seed, scale, loads, beside }: Play & { loads: Load[]; beside: CustomerRequest[] },
): Stage {
  const count = counts[scale]
  return {
    environment,
    scale,
    count,
    random: createRandom(seed ^ 0x5eed),
    async load(options) {
      const load = await startLoad(environment, {
        seed,
        count,
        firstPlayer: loads.length * 100_000,
        ...options,
      })
      loads.push(load)
      return load
    },
    async settled(limitMs) {
      await Promise.all(loads.map((load) => load.done))
      const ms = await settle(environment, limitMs)
      environment.note(ms === undefined ? 'has not come to rest in time' : `at rest after ${ms} ms`)
      await pagesUpToDate(environment, loads)
    },
    note: (text) => environment.note(text),
    recovered: (what, ms, promisedMs = Number.POSITIVE_INFINITY) => {
      outcome.recoveries.push({ what, ms: Math.round(ms) })
      if (ms > promisedMs && scale !== 'quick') {
        outcome.complaints.push(`${what} ${Math.round(ms)} ms, and ${promisedMs} ms are promised`)
      }
    },
    expect: (isSo, what) => {
      if (!isSo) outcome.complaints.push(what)
    },
    requests: () => [...beside, ...loads.flatMap((load) => load.requests)],
    addRequest: (asked) => void beside.push(asked),
  }
}

/** Pages poll every few seconds: waits one more round, in which they may still receive the last change. */
async function pagesUpToDate(environment: FaultEnvironment, loads: Load[]): Promise<void> {
  const pages = loads.flatMap((load) => load.pages)
  for (let wait = 0; wait < 20; wait += 1) {
    const evidence = await gather(environment, { asked: [], pages })
    if (rules.I8(evidence).length === 0) return
    await new Promise((done) => setTimeout(done, 500))
  }
}
