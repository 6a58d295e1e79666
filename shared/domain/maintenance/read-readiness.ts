import mongoose from 'mongoose'
import { pingRedis } from '../../platform/redis.ts'
import { within } from '../../platform/with-timeout.ts'
import type { Deps } from '../deps.ts'
import { earliestDue } from './due-tasks.ts'

export type Readiness = {
  mongodb: boolean
  redis: boolean
  /**
   * For how long the oldest due task has been waiting; 0: none is due, null: MongoDB does not say. Only a figure: a
   * process that is restarted for it would do no work either.
   */
  oldestDueTaskSeconds: number | null
}

const timeoutMs = 1_000

/** Asks the dependencies of a process, each for a second at most. */
export async function readReadiness({ redis, clock }: Pick<Deps, 'redis' | 'clock'>): Promise<Readiness> {
  const [mongodb, answeredRedis, earliest] = await Promise.all([
    within(timeoutMs, mongoose.connection.db?.admin().ping()),
    within(
      timeoutMs,
      pingRedis(redis).then(() => true),
    ),
    within(timeoutMs, earliestDue()),
  ])
  const dueAt = earliest?.flatMap((at) => at?.getTime() ?? []) ?? []
  const ageMs = clock.now().getTime() - Math.min(...dueAt)
  return {
    mongodb: mongodb !== undefined,
    redis: answeredRedis ?? false,
    oldestDueTaskSeconds: earliest ? Math.max(0, Math.floor(ageMs / 1_000)) : null,
  }
}
