import { Queue } from 'bullmq'
import { type BulkQueues, bulkQueues } from './bulk-queue.ts'
import type { Clock } from './clock.ts'
import { jobIdOf, maxEnqueueAheadMs, priorityOf } from './document-job.ts'
import { type JobDefinition, type QueueName, queueNames } from './job-definition.ts'
import { type Lease, takeLease } from './lease.ts'
import type { Logger } from './logger.ts'
import type { RedisClient } from './redis.ts'
import { hashTag } from './redis-keys.ts'

/** How often a job is tried. Afterwards the sweeper enqueues the work as another job. */
export const maxTries = 3

export type Due = {
  at: Date
  seq: number
  isUrgent?: boolean
  /** The committed document, for an in-process runner, which needs no job. */
  document?: unknown
}

export type Queues = BulkQueues & {
  all: Record<QueueName, Queue>
  /**
   * Enqueues a document's due task. The job id is made of document and `seq`, so the same task is
   * enqueued once. A task due in more than five minutes is left to the sweeper. Urgent jobs precede
   * all others of the queue. Never throws: the sweeper enqueues what failed.
   * @returns whether it is in the queue now, or taken by this process itself
   */
  enqueue(job: JobDefinition, id: string, due: Due): Promise<boolean>
  /**
   * Acquires the lease to sweep more of this task than its first page.
   * @returns undefined when another process holds it
   * @throws when Redis does not answer
   */
  leaseSweep(task: string): Promise<Lease | undefined>
  close(): Promise<void>
}

export function createQueues(options: {
  redis: RedisClient
  prefix: string
  clock: Clock
  log: Logger
}): Queues {
  const all = Object.fromEntries(
    queueNames.map((name) => [
      name,
      new Queue(name, {
        connection: options.redis,
        prefix: hashTag(options.prefix, name),
        defaultJobOptions: {
          attempts: maxTries,
          backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
          removeOnComplete: { count: 1_000, age: 24 * 3_600 },
          removeOnFail: { count: 5_000, age: 7 * 24 * 3_600 },
        },
      }),
    ]),
  ) as Record<QueueName, Queue>
  for (const queue of Object.values(all)) queue.on('error', () => undefined)

  return {
    all,
    enqueue: async (job, id, due) => {
      const timestamp = options.clock.now().getTime()
      const delay = Math.max(0, due.at.getTime() - timestamp)
      if (delay > maxEnqueueAheadMs) return false
      try {
        await withTimeLimit(
          all[job.queue].add(
            job.name,
            { id, seq: due.seq },
            { jobId: jobIdOf({ job, id, seq: due.seq }), timestamp, delay, ...priorityOf(job, due.isUrgent) },
          ),
        )
        return true
      } catch (error) {
        options.log.warn({ job: job.name, id, err: String(error), retriedBy: 'sweeper' }, 'enqueue failed')
        return false
      }
    },
    ...bulkQueues({ ...options, all }),
    leaseSweep: (task) => takeLease(options.redis, `${hashTag(options.prefix, 'sweeping', task)}:lease`),
    close: async () => {
      await Promise.all(Object.values(all).map((queue) => queue.close()))
    },
  }
}

/** A caller must not wait for a slow Redis. */
async function withTimeLimit<T>(work: Promise<T>, limitMs = 1_500): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis took too long')), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
