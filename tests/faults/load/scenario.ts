import type { EnvironmentOptions, FaultEnvironment } from '../environment/environment.ts'
import type { Random } from '../environment/random.ts'
import type { CustomerRequest } from './customer.ts'
import type { Violation } from './evidence.ts'
import type { Load, LoadOptions } from './load.ts'

export type Scale = 'quick' | 'usual' | 'long'

/** What a scenario works with. The environment is removed afterwards. */
export type Stage = {
  environment: FaultEnvironment
  random: Random
  scale: Scale
  /** Number of orders of the load. */
  count: number
  /** Starts customers; `settled` waits for all of them and until the shop is at rest. */
  load(options: Pick<LoadOptions, 'mix' | 'spreadMs'> & Partial<LoadOptions>): Promise<Load>
  settled(limitMs?: number): Promise<void>
  /** Adds a line to the timeline: what failed, or was repaired. */
  note(text: string): void
  /**
   * A duration to print, in ms: how long the shop took to work again. More than `promisedMs` fails the
   * scenario, but not in the short run, which shares its machine with other tests: there counts decide, not
   * clocks.
   */
  recovered(what: string, ms: number, promisedMs?: number): void
  /** An expectation in addition to the invariants. The scenario fails where it does not hold. */
  expect(isSo: boolean, what: string): void
  /** All requests of customers so far. */
  requests(): CustomerRequest[]
  /** Adds a request made outside the loads, so that the checker includes it. */
  addRequest(requests: CustomerRequest): void
}

/** A fault: how the environment is built, how it fails and is repaired. */
export type Scenario = {
  number: number
  title: string
  /** Part of `--quick`. */
  quick: boolean
  environment: EnvironmentOptions | ((scale: Scale) => EnvironmentOptions)
  /** Causes the faults and repairs them. The invariants are checked afterwards. */
  run(stage: Stage): Promise<void>
}

export type Outcome = {
  scenario: Scenario
  orders: number
  ms: number
  recoveries: { what: string; ms: number }[]
  violations: Violation[]
  /** Sentences about unmet expectations in addition to the invariants. */
  complaints: string[]
  /** The faults and repairs, in order of time. */
  notes: string[]
  timeline: string[]
}
