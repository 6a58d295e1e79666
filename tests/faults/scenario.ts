import type { Violation } from './checker/evidence.ts'
import type { EnvironmentOptions, FaultEnvironment } from './environment/environment.ts'
import type { Random } from './environment/random.ts'
import type { Asked } from './load/customer.ts'
import type { Load, LoadOptions } from './load/load.ts'

export type Scale = 'quick' | 'usual' | 'long'

/** What a scenario has to work with. The world is thrown away after it. */
export type Stage = {
  environment: FaultEnvironment
  random: Random
  scale: Scale
  /** How many orders the load has. */
  count: number
  /** Starts customers; `settled` waits for all of them and for the shop to come to rest. */
  load(options: Pick<LoadOptions, 'mix' | 'spreadMs'> & Partial<LoadOptions>): Promise<Load>
  settled(limitMs?: number): Promise<void>
  /** A line of the timeline: what was hurt, or healed. */
  note(text: string): void
  /**
   * A figure to print, in ms: how long the shop took to work again. More than `promisedMs` fails the scenario, but not
   * in the short run, which shares its machine with other tests: there counts decide, not clocks.
   */
  recovered(what: string, ms: number, promisedMs?: number): void
  /** Something beyond the invariants. What is not so fails the scenario. */
  expect(isSo: boolean, what: string): void
  /** All that customers have asked so far. */
  asked(): Asked[]
  /** Something asked beside the loads, so that the checker knows of it. */
  alsoAsked(asked: Asked): void
}

/** A fault: how the world is built, and how it is hurt and healed. */
export type Scenario = {
  number: number
  title: string
  /** Part of `--quick`. */
  quick: boolean
  environment: EnvironmentOptions | ((scale: Scale) => EnvironmentOptions)
  /** Hurts and heals. The invariants are checked after it. */
  run(stage: Stage): Promise<void>
}

export type Outcome = {
  scenario: Scenario
  orders: number
  ms: number
  recoveries: { what: string; ms: number }[]
  violations: Violation[]
  /** Sentences about what was not as expected beyond the invariants. */
  complaints: string[]
  /** What was done to the world, in order of time. */
  notes: string[]
  timeline: string[]
}
