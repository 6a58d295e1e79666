import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import type { Meter } from '../../bench/kit/process-metrics.ts'
import type { Row } from '../../bench/kit/suite.ts'
import type { Customer } from './customer.ts'
import type { LoopDelay } from './event-loop.ts'
import type { Simulators } from './simulators.ts'

/** The shop that is attacked, the people in it, and what tells how it bears that. */
export type AttackedShop = {
  /** Where the api is reached, on the loopback address. */
  origin: string
  simulators: Simulators
  redis: RedisClient
  api: { pid: number }
  /** The folder that the event loops' meters write to. */
  loopFolder: string
  /** Counts the api's processor time and all commands in MongoDB and Redis. */
  meter: Meter
  people: {
    /** Buys all the time, beside every attack. */
    asha: Customer
    /** Has a delivered order; strangers try passwords for this account. */
    ravi: Customer
    /** An admin who may edit the catalogue and users. */
    meera: Customer
  }
  /** What the same figures are when nothing is attacked. */
  quiet: { loop: LoopDelay; mongoPerSecond: number }
}

/** Throws a Refusal where it could not be carried out: such an attack has no figures, and counts as a missed limit. */
export type Attack = { about: string; run(shop: AttackedShop): Promise<Row[]> }
