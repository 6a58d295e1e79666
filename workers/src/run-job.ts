import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { triesAtMost } from '@jhatpat/shared/platform/queues.ts'
import { type Job, UnrecoverableError } from 'bullmq'
import type { JobHandler } from './job.ts'

/** Processes mostly die of something else than the job at hand, so this is more than the tries of one that fails. */
const startsAtMost = 6

/** Earlier than this is no rounding: the clock by which the queue gave the job out is fast. */
const earlyMs = 1_000

export type RunnableJob = Pick<
  Job,
  'name' | 'data' | 'timestamp' | 'opts' | 'attemptsMade' | 'attemptsStarted'
>

/**
 * Runs one job by its handler. Two jobs are not run: one that a worker with a fast clock was given before its
 * time, which the sweeper queues again in time, and one that has taken its process along each time before.
 * @throws what the handler throws, so that the queue tries again; UnrecoverableError when it shall not
 */
export async function runJob(deps: Deps, handlers: readonly JobHandler[], job: RunnableJob): Promise<void> {
  const handler = handlers.find((one) => one.job.name === job.name)
  if (!handler) throw new UnrecoverableError(`no handler for job ${job.name}`)
  if (handler.isSwept && job.attemptsStarted <= 1 && isEarly(deps, job)) return
  if (job.attemptsStarted > startsAtMost) {
    const why = `Its worker was gone before it was done, ${startsAtMost} times`
    await handler.giveUp?.(deps, job.data, why)
    throw new UnrecoverableError(why)
  }
  try {
    await handler.handle(deps, job.data)
  } catch (error) {
    const isLast = job.attemptsMade + 1 >= triesAtMost
    if (isLast)
      await handler.giveUp?.(deps, job.data, `Failed: ${(error as Error).message}`).catch(() => undefined)
    throw error
  }
}

const isEarly = ({ clock }: Deps, { timestamp, opts }: RunnableJob) =>
  timestamp + (opts.delay ?? 0) - clock.now().getTime() > earlyMs
