import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import type { Meter } from '../../bench/kit/process-metrics.ts'
import type { Row } from '../../bench/kit/suite.ts'
import type { Customer } from './customer.ts'
import type { LoopDelay } from './event-loop.ts'
import type { Simulators } from './simulators.ts'

/** The attacked shop, its people, and the meters of the attack's effect. */
export type AttackedShop = {
  /** The api's address, on the loopback interface. */
  origin: string
  simulators: Simulators
  redis: RedisClient
  api: { pid: number }
  /** The folder of the event loop meters. */
  loopFolder: string
  /** Counts the api's processor time and all commands in MongoDB and Redis. */
  meter: Meter
  people: {
    /** Keeps buying during every attack. */
    asha: Customer
    /** Has a delivered order; attackers try passwords for this account. */
    ravi: Customer
    /** An admin who may edit the catalogue and users. */
    meera: Customer
  }
  /** The same figures without an attack. */
  quiet: { loop: LoopDelay; mongoPerSecond: number }
}

/**
 * @throws CliError where it could not be carried out: such an attack has no figures, and counts as an
 * exceeded limit
 */
export type Attack = { about: string; run(shop: AttackedShop): Promise<Row[]> }
