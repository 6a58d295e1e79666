import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { queueNames } from '@jhatpat/shared/platform/job-definition.ts'

/** The jobs of one queue. */
export type QueueCounts = {
  queue: string
  active: number
  waiting: number
  delayed: number
  failed: number
  isPaused: boolean
}

/** @throws when Redis does not answer */
export function countQueues({ queues }: Pick<Deps, 'queues'>): Promise<QueueCounts[]> {
  return Promise.all(
    queueNames.map(async (queue) => {
      const [counts, isPaused] = await Promise.all([
        queues.all[queue].getJobCounts('active', 'waiting', 'prioritized', 'delayed', 'failed'),
        queues.all[queue].isPaused(),
      ])
      const { active = 0, waiting = 0, prioritized = 0, delayed = 0, failed = 0 } = counts
      return { queue, active, waiting: waiting + prioritized, delayed, failed, isPaused }
    }),
  )
}
