import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { JobDefinition } from '@jhatpat/shared/platform/job-definition.ts'
import { UnrecoverableError } from 'bullmq'
import * as z from 'zod'

/** What a document's job carries: an order's, top-up's, account notice's or set of prices' id, and which of its due works this is. */
const DocumentJobData = z.strictObject({
  id: z.string().regex(/^J[CNPTW][0-9A-Z]{6,38}$/),
  seq: z.number().int(),
})
export type DocumentJobData = z.output<typeof DocumentJobData>

/** `isFresh`: no run of this job has failed or was lost, so that it may be put off and keep all its tries. */
export type JobRun = { isFresh: boolean }

/** A job and what it does: parse, call one use case. */
export type JobHandler = {
  job: Pick<JobDefinition, 'name'>
  /** Whether the sweeper queues this work again when it is late. */
  isSwept: boolean
  /** Returns a moment (a Date) when the job only waits for its turn, to be run again then; all else is no matter. */
  handle(deps: Deps, data: unknown, run?: JobRun): Promise<unknown>
  /** What is left to do when the job has failed each time it was tried. */
  giveUp?(deps: Deps, data: unknown, reason: string): Promise<void>
}

/** A job about one document. Data of another shape is never retried: it would not get better. */
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
