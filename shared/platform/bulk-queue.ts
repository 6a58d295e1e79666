import type { JobsOptions, Queue } from 'bullmq'
import type { ChainableCommander } from 'ioredis'
import type { Clock } from './clock.ts'
import { type DocumentJob, jobIdOf, maxEnqueueAheadMs, priorityOf } from './document-job.ts'
import type { QueueName } from './job-definition.ts'
import type { RedisClient } from './redis.ts'
import { hashTag } from './redis-keys.ts'

/**
 * `active`: queued, delayed, due for a retry, or running. `overdue`: its time has passed and the
 * queue has not noticed. `missing`: ended, or not in the queue.
 */
export type JobLocation = 'active' | 'overdue' | 'missing'

/**
 * Operations on many jobs at once, with one round trip per queue. All throw when Redis does not
 * answer.
 */
export type BulkQueues = {
  locateJobs(jobs: readonly DocumentJob[]): Promise<JobLocation[]>
  /** For each job: whether this caller alone may enqueue it again for the next ten seconds. */
  lockForSweep(jobs: readonly DocumentJob[]): Promise<boolean[]>
  /** Promotes delayed jobs. */
  wake(jobs: readonly DocumentJob[]): Promise<void>
  /**
   * Like `enqueue` for each, without the limit on how far ahead a job is due. @returns how many are
   * in their queues now
   */
  enqueueAll(jobs: readonly (DocumentJob & { at: Date })[]): Promise<number>
}

type Parts = { redis: RedisClient; prefix: string; clock: Clock; all: Record<QueueName, Queue> }

/**
 * Maximal time between a job's due time and the queue noticing it; a worker whose clock is behind
 * adds to it.
 */
const noticeDelayMs = 3_000
const sweepLockMs = 10_000

export function bulkQueues(parts: Parts): BulkQueues {
  const { redis, prefix, clock, all } = parts
  return {
    locateJobs: (jobs) =>
      forEachQueue(jobs, async (queueName, own) => {
        const [queue, asked] = [all[queueName], redis.pipeline()]
        for (const one of own) {
          asked.hmget(queue.toKey(jobIdOf(one)), 'timestamp', 'finishedOn', 'delay')
          asked.zscore(queue.toKey('delayed'), jobIdOf(one))
        }
        const answers = await execPipeline(asked)
        const now = clock.now().getTime()
        return own.map((_one, index) => {
          const [since, finishedOn, delay] = answers[2 * index] as (string | null)[]
          if (since === null || finishedOn !== null) return 'missing'
          const score = answers[2 * index + 1] as string | null
          return isLate({ score, delay }, now) ? 'overdue' : 'active'
        })
      }),
    lockForSweep: (jobs) =>
      forEachQueue(jobs, async (queueName, own) => {
        const [group, asked] = [hashTag(prefix, queueName), redis.pipeline()]
        for (const one of own) asked.set(`${group}:sweep:${jobIdOf(one)}`, '1', 'PX', sweepLockMs, 'NX')
        return (await execPipeline(asked)).map((answer) => answer === 'OK')
      }),
    wake: async (jobs) => {
      const found = await Promise.all(jobs.map((one) => all[one.job.queue].getJob(jobIdOf(one))))
      // A job that is no longer delayed has been noticed by its queue.
      await Promise.allSettled(found.map((job) => job?.promote()))
    },
    enqueueAll: async (jobs) => {
      let queued = 0
      for (const [name, queue] of Object.entries(all)) {
        const own = jobs.filter(({ job }) => job.queue === name).map((one) => asBullJob(one, clock.now()))
        if (own.length > 0) queued += (await queue.addBulk(own)).length
      }
      return queued
    },
  }
}

/**
 * Queries each queue separately, because its keys may be on another cluster node; results are in
 * the order of the jobs.
 */
async function forEachQueue<Answer>(
  jobs: readonly DocumentJob[],
  ask: (queue: QueueName, own: DocumentJob[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const answers = new Map<DocumentJob, Answer | undefined>()
  const asking = [...Map.groupBy(jobs, ({ job }) => job.queue)].map(async ([queue, own]) => {
    const found = await ask(queue, own)
    for (const [index, one] of own.entries()) answers.set(one, found[index])
  })
  await Promise.all(asking)
  return jobs.map((one) => answers.get(one) as Answer)
}

/**
 * BullMQ stores a delayed job's time in milliseconds times 4096. A time too far ahead was written
 * by a machine whose clock is fast, since no job is enqueued or retried that long before its time.
 * Such a machine also enqueues overdue jobs, which BullMQ then stores at that machine's present
 * time, with no delay.
 */
function isLate({ score, delay }: { score: string | null; delay: string | null | undefined }, now: number) {
  if (score === null) return false
  const dueAt = Math.floor(Number(score) / 4096)
  const isAhead = dueAt > now + (Number(delay) > 0 ? 2 * maxEnqueueAheadMs : noticeDelayMs)
  return isAhead || dueAt < now - noticeDelayMs
}

type BullJob = { name: string; data: { id: string; seq: number }; opts: JobsOptions }

function asBullJob({ at, ...one }: DocumentJob & { at: Date }, now: Date): BullJob {
  const timestamp = now.getTime()
  const delay = Math.max(0, at.getTime() - timestamp)
  const { job, id, seq } = one
  return {
    name: job.name,
    data: { id, seq },
    opts: { jobId: jobIdOf(one), timestamp, delay, ...priorityOf(job) },
  }
}

async function execPipeline(asked: ChainableCommander): Promise<unknown[]> {
  const answers = (await asked.exec()) ?? []
  return answers.map(([error, answer]) => {
    if (error) throw error
    return answer
  })
}
