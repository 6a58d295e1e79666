import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { maxTries } from '@jhatpat/shared/platform/queues.ts'
import { inJob } from '@jhatpat/shared/platform/tracing.ts'
import { DelayedError, type Job, UnrecoverableError } from 'bullmq'
import type { JobHandler } from './job.ts'

/** Most crashes are not caused by the job, so this is more than the tries of one that fails. */
const maxLosses = 6

/**
 * A job that is early by no more than this is waited for; a clock that is wrong by more is broken.
 */
const maxWaitMs = 5_000

const shortestWaitMs = 100

export type RunnableJob = Pick<
  Job,
  'name' | 'data' | 'timestamp' | 'opts' | 'attemptsMade' | 'attemptsStarted' | 'stalledCounter'
> & { moveToDelayed(at: number, token?: string): Promise<void> }

export type Runner = { deps: Deps; handlers: readonly JobHandler[] }

/**
 * Runs one job by its handler, never before its time, whatever this machine's clock made the queue
 * believe. A job that is far too early is skipped, because the sweeper enqueues it in time, and one
 * whose process crashed each time is given up. A job that must wait is delayed.
 * @param token the lock under which this process holds the job
 * @throws what the handler throws, so that the queue retries; UnrecoverableError to prevent that
 */
export async function runJob({ deps, handlers }: Runner, job: RunnableJob, token?: string): Promise<void> {
  const handler = handlers.find((one) => one.job.name === job.name)
  if (!handler) throw new UnrecoverableError(`no handler for job ${job.name}`)
  if (handler.isSwept && job.attemptsStarted <= 1) {
    const earlyMs = job.timestamp + (job.opts.delay ?? 0) - deps.clock.now().getTime()
    if (earlyMs > maxWaitMs) return
    if (earlyMs > 0) await sleep(earlyMs)
  }
  if (job.stalledCounter >= maxLosses) {
    const reason = `Its worker was gone before it was done, ${maxLosses} times`
    await handler.giveUp?.(deps, job.data, reason)
    throw new UnrecoverableError(reason)
  }
  const runAgainAt = await handle()
  if (!(runAgainAt instanceof Date)) return
  // The queue uses this machine's clock: a fast one would return the job at once, over and over.
  if (runAgainAt.getTime() <= Date.now()) await sleep(shortestWaitMs)
  await job.moveToDelayed(runAgainAt.getTime(), token)
  throw new DelayedError()

  async function handle() {
    try {
      const isFresh = job.attemptsMade === 0 && job.stalledCounter === 0
      return await inJob(job.name, job.data.id, async () => handler?.handle(deps, job.data, { isFresh }))
    } catch (error) {
      const isLast = job.attemptsMade + 1 >= maxTries
      if (isLast)
        await handler?.giveUp?.(deps, job.data, `Failed: ${(error as Error).message}`).catch(() => undefined)
      throw error
    }
  }
}
