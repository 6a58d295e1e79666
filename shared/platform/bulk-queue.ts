import type { JobsOptions, Queue } from 'bullmq'
import type { ChainableCommander } from 'ioredis'
import type { Clock } from './clock.ts'
import { type DocumentJob, jobIdOf, maxEnqueueAheadMs, priorityOf } from './document-job.ts'
import type { QueueName } from './job-definition.ts'
import type { RedisClient } from './redis.ts'
import { hashTag } from './redis-keys.ts'

/**
 * `active`: stands in line, waits for its time or for another try, or is being worked on. `overdue`: its time is over
 * and the queue has not noticed. `missing`: ended, or not there at all.
 */
export type JobLocation = 'active' | 'overdue' | 'missing'

/** What is asked about many jobs at once; one round trip for each queue, however many. All throw when Redis does not answer. */
export type BulkQueues = {
  locateJobs(jobs: readonly DocumentJob[]): Promise<JobLocation[]>
  /** For each whether this caller is the only one, for ten seconds, who may queue its work again. */
  lockForSweep(jobs: readonly DocumentJob[]): Promise<boolean[]>
  /** Puts into line whatever waits for its time. */
  wake(jobs: readonly DocumentJob[]): Promise<void>
  /** Like `enqueue` for each, but for how far ahead it is due. @returns how many are in their queues now */
  enqueueAll(jobs: readonly (DocumentJob & { at: Date })[]): Promise<number>
}

type Parts = { redis: RedisClient; prefix: string; clock: Clock; all: Record<QueueName, Queue> }

/** Between a job's time and the queue's noticing; a worker's clock that is behind makes it longer. */
const noticedMs = 3_000
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
        const answers = await answersOf(asked)
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
        return (await answersOf(asked)).map((answer) => answer === 'OK')
      }),
    wake: async (jobs) => {
      const found = await Promise.all(jobs.map((one) => all[one.job.queue].getJob(jobIdOf(one))))
      // Whichever is no longer waiting for its time has been noticed after all.
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

/** Asks about the jobs of each queue apart, because its keys may be on a node of their own; answers in the jobs' order. */
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
 * BullMQ keeps a waiting job's time in milliseconds times 4096. A time too far ahead was written by a machine whose
 * clock is ahead: nothing is put into Redis or sent back into line that long before its time. Such a machine has also
 * put back what was due in its past, which BullMQ then writes down as its present, with nothing to wait for.
 */
function isLate({ score, delay }: { score: string | null; delay: string | null | undefined }, now: number) {
  if (score === null) return false
  const dueAt = Math.floor(Number(score) / 4096)
  const isAhead = dueAt > now + (Number(delay) > 0 ? 2 * maxEnqueueAheadMs : noticedMs)
  return isAhead || dueAt < now - noticedMs
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

async function answersOf(asked: ChainableCommander): Promise<unknown[]> {
  const answers = (await asked.exec()) ?? []
  return answers.map(([error, answer]) => {
    if (error) throw error
    return answer
  })
}
