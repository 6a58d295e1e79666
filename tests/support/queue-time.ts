import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { type Interval, startInterval } from '@jhatpat/shared/platform/interval.ts'
import type { Queue } from 'bullmq'

/** Where a test puts the sweeper to rest, queues are left to themselves too. */
const timesPerSweep = 12

/** A clock that stands by the machine's is read a little later than it. */
const noticedMs = 50

/** Its jobs come by the calendar of the machine, again and again: the hours that a test skips would bring them all. */
const byTheCalendar = 'maintenance'

type InTime = Pick<Deps, 'queues' | 'redis' | 'clock' | 'env'>

/**
 * Queues wait by the machine's clock. Once a test has moved ours forward, whatever is due by ours is put into line
 * here; else each wait after that, however short, would last until the sweeper finds it overdue.
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
 * A waiting job's time is kept in milliseconds times 4096. What failed and is tried again is left alone: how long that
 * rests is the queue's own affair.
 */
async function wakeDue(redis: Deps['redis'], queue: Queue, now: number): Promise<void> {
  const ids = await redis.zrangebyscore(queue.toKey('delayed'), 0, now * 4096)
  const jobs = await Promise.all(ids.map((id) => queue.getJob(id)))
  // Whichever is no longer waiting for its time has been noticed after all.
  await Promise.allSettled(jobs.map((job) => job?.attemptsMade === 0 && job.promote()))
}
