import { Refusal } from '../../scripts/refusal.ts'
import { check, rules } from './checker/check.ts'
import { gather } from './checker/gather.ts'
import type { Asked } from './load/customer.ts'
import { type Load, startLoad } from './load/load.ts'
import type { Outcome, Scale, Scenario, Stage } from './scenario.ts'
import { settle } from './settle.ts'
import { merge, timelineOf } from './timeline.ts'
import { createRandom } from './world/random.ts'
import { startWorld, type World } from './world/world.ts'

export type RunOptions = { seed: number; scale: Scale; signal: AbortSignal }

const counts: Record<Scale, number> = { quick: 100, usual: 200, long: 2_000 }

/** Builds a world, hurts it, heals it, and judges what is left. The world is gone afterwards. */
export async function runScenario(scenario: Scenario, { seed, scale, signal }: RunOptions): Promise<Outcome> {
  const startedAt = performance.now()
  const outcome: Outcome = {
    ...{ scenario, orders: 0, ms: 0 },
    recoveries: [],
    violations: [],
    complaints: [],
    notes: [],
    timeline: [],
  }
  const wanted = typeof scenario.world === 'function' ? scenario.world(scale) : scenario.world
  const customers = wanted.customers ?? Math.max(12, Math.ceil(counts[scale] / 20))
  const world = await startWorld({ ...wanted, customers }).catch((error: Error) => error)
  if (world instanceof Error) outcome.complaints.push(`its world did not start: ${world.message}`)
  else
    await within(world, () =>
      Promise.race([play(scenario, world, { outcome, seed, scale }), aborted(signal)]),
    )
  outcome.ms = Math.round(performance.now() - startedAt)
  return outcome
}

async function within(world: World, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await world.stop()
  }
}

/** Never resolves. @throws when somebody ends the run */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(new Refusal('Ended early.'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

type Play = { outcome: Outcome; seed: number; scale: Scale }

async function play(scenario: Scenario, world: World, { outcome, seed, scale }: Play): Promise<void> {
  const loads: Load[] = []
  const beside: Asked[] = []
  const stage = stageOf(world, { outcome, seed, scale, loads, beside })
  try {
    await scenario.run(stage)
  } catch (error) {
    outcome.complaints.push(`it broke off: ${error instanceof Error ? error.message : String(error)}`)
  }
  const evidence = await gather(world, told(loads, beside)).catch(() => undefined)
  await Promise.all(loads.map((load) => load.close()))
  outcome.notes = merge(world.notes.map((note) => ({ ...note, who: 'fault' })))
  if (!evidence) return void outcome.complaints.push('the database does not answer')
  outcome.orders = evidence.orders.length
  outcome.violations = check(evidence)
  if (isBad(outcome)) outcome.timeline = await timelineOf(world, evidence, outcome)
}

export const isBad = ({ violations, complaints }: Outcome) => violations.length + complaints.length > 0

const told = (loads: Load[], beside: Asked[]) => ({
  asked: [...beside, ...loads.flatMap((load) => load.asked)],
  pages: loads.flatMap((load) => load.pages),
})

function stageOf(
  world: World,
  { outcome, seed, scale, loads, beside }: Play & { loads: Load[]; beside: Asked[] },
): Stage {
  const count = counts[scale]
  return {
    ...{ world, scale, count },
    random: createRandom(seed ^ 0x5eed),
    async load(options) {
      const load = await startLoad(world, { seed, count, firstPlayer: loads.length * 100_000, ...options })
      loads.push(load)
      return load
    },
    async settled(limitMs) {
      await Promise.all(loads.map((load) => load.done))
      const ms = await settle(world, limitMs)
      world.note(ms === undefined ? 'has not come to rest in time' : `at rest after ${ms} ms`)
      await pagesUpToDate(world, loads)
    },
    note: (text) => world.note(text),
    recovered: (what, ms, promisedMs = Number.POSITIVE_INFINITY) => {
      outcome.recoveries.push({ what, ms: Math.round(ms) })
      if (ms > promisedMs && scale !== 'quick') {
        outcome.complaints.push(`${what} ${Math.round(ms)} ms, and ${promisedMs} ms are promised`)
      }
    },
    expect: (isSo, what) => {
      if (!isSo) outcome.complaints.push(what)
    },
    asked: () => [...beside, ...loads.flatMap((load) => load.asked)],
    alsoAsked: (asked) => void beside.push(asked),
  }
}

/** Pages ask again every few seconds: one more round, in which they may still learn of the last change. */
async function pagesUpToDate(world: World, loads: Load[]): Promise<void> {
  const pages = loads.flatMap((load) => load.pages)
  for (let wait = 0; wait < 20; wait += 1) {
    const evidence = await gather(world, { asked: [], pages })
    if (rules.I8(evidence).length === 0) return
    await new Promise((done) => setTimeout(done, 500))
  }
}
