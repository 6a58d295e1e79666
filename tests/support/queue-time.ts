import { notifyAccountJob } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { sweepGraceOf } from '@jhatpat/shared/platform/due-tasks.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import type { Queue } from 'bullmq'
import type { TestClock } from './test-clock.ts'

/** Where a test sets a long sweep interval, the queues are not adjusted either. */
const timesPerSweep = 12

/** A clock that follows the machine's is read a little later than it. */
const noticedMs = 50

/** Its jobs follow the machine's calendar: skipping hours would bring them all. */
const byTheCalendar = 'maintenance'

const accountMails = dueTasks.filter(({ name }) => name === notifyAccountJob.name)

/** Makes the mails that only the sweeper sends, such as the owners' alerts, overdue at once. */
export function passSweepGrace({ clock }: { clock: TestClock }): void {
  clock.advance(Math.max(...accountMails.map(sweepGraceOf)))
}

type InTime = Pick<Deps, 'queues' | 'redis' | 'clock' | 'env'>

/**
 * BullMQ delays jobs by the machine's clock. When a test has moved ours forward, every job that is due by
 * ours is promoted here; otherwise each delay after that, however short, would last until the sweeper finds
 * the task overdue.
 */
export function keepQueuesInTime({ queues, redis, clock, env }: InTime): Interval {
  const waiting = Object.values(queues.all).filter(({ name }) => name !== byTheCalendar)
  return startInterval(
    async () => {
      const now = clock.now().getTime()
      if (now > Date.now() + noticedMs) await Promise.all(waiting.map((queue) => wakeDue(redis, queue, now)))
    },
    () => env.SWEEP_INTERVAL_MS / timesPerSweep,
  )
}

/**
 * A delayed job's score is its time in milliseconds times 4096. Failed jobs that wait for a retry are left
 * alone: their delay is the queue's own.
 */
async function wakeDue(redis: Deps['redis'], queue: Queue, now: number): Promise<void> {
  const ids = await redis.zrangebyscore(queue.toKey('delayed'), 0, now * 4096)
  const jobs = await Promise.all(ids.map((id) => queue.getJob(id)))
  // A job that is no longer delayed has been started already.
  await Promise.allSettled(jobs.map((job) => job?.attemptsMade === 0 && job.promote()))
}
