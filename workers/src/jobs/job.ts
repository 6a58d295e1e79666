// cspell:ignore CNPTW
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { UnrecoverableError } from 'bullmq'
import * as z from 'zod'

/**
 * The data of a document's job: the id of an order, top-up, account notification or price change,
 * and the task's `seq`.
 */
const DocumentJobData = z.strictObject({
  id: z.string().regex(/^J[CNPTW][0-9A-Z]{6,38}$/),
  seq: z.number().int(),
})
export type DocumentJobData = z.output<typeof DocumentJobData>

/**
 * `isFresh`: no run of this job has failed or was lost, so it can be delayed without losing a try.
 */
export type JobRun = { isFresh: boolean }

/** A job and its handler: parse, call one use case. */
export type JobHandler = {
  job: Pick<JobDefinition, 'name'>
  /** Whether the sweeper enqueues this work again when it is overdue. */
  isSwept: boolean
  /** Returns a Date when the job must run again at that time; any other result is ignored. */
  handle(deps: Deps, data: unknown, run?: JobRun): Promise<unknown>
  /** Runs after the last failed try. */
  giveUp?(deps: Deps, data: unknown, reason: string): Promise<void>
}

/** A job about one document. Invalid data is never retried. */
export function documentJob(
  job: JobHandler['job'],
  work: (deps: Deps, data: DocumentJobData, run: JobRun) => ReturnType<JobHandler['handle']>,
  giveUp?: (deps: Deps, data: DocumentJobData, reason: string) => Promise<void>,
): JobHandler {
  const parse = (data: unknown) => {
    const parsed = DocumentJobData.safeParse(data)
    if (!parsed.success) throw new UnrecoverableError(`${job.name} got data of another shape`)
    return parsed.data
  }
  return {
    job,
    isSwept: true,
    handle: (deps, data, run = { isFresh: false }) => work(deps, parse(data), run),
    ...(giveUp ? { giveUp: (deps, data, reason) => giveUp(deps, parse(data), reason) } : {}),
  }
}
