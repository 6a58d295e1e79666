import type { Clock } from './clock.ts'
import { type DocumentJob, maxEnqueueAheadMs } from './document-job.ts'
import { type DueTask, dueBefore, nextTask, sweepGraceOf, sweptTask, type Task } from './due-tasks.ts'
import type { Lease } from './lease.ts'
import { isValidationFailure, unorderedWrites } from './mongo.ts'
import type { Polls } from './polls.ts'
import type { Queues } from './queues.ts'

type SweepDeps = { clock: Clock; queues: Queues; polls?: Polls; shutdownSignal?: AbortSignal }

/**
 * How many tasks were enqueued; `planned`: those of them that were due far ahead when set, and so
 * never enqueued before.
 */
export type SweepResult = { queued: number; planned: number }

const pageSize = 1_000

/** This many become due at once; more are spread, to avoid a burst at suppliers and gateways. */
const maxAtOnce = 20
const spreadStepMs = 10

/**
 * Enqueues tasks that are overdue by `sweepGraceMs` and not enqueued, the oldest first, with the
 * next `seq`. Queued jobs count as enqueued however long they wait, and the whole overdue range is
 * read, so they hide no lost task behind them. Every sweeper reads the first page; the rest is read
 * by the holder of the task's lease. If locks and leases are lost, each document is still taken by
 * compare-and-set.
 * @throws when Redis or MongoDB does not answer; a task taken and not enqueued is soon overdue
 * again. Throws after all others were taken where a task's `seq` is invalid, as after a manual
 * change in the database: nothing else would report it
 */
export async function sweep(
  kind: DueTask,
  deps: SweepDeps,
  sweepGraceMs = sweepGraceOf(kind),
): Promise<SweepResult> {
  const result = { queued: 0, planned: 0 }
  let invalid: Error | undefined
  let lease: Lease | undefined
  const until = new Date(deps.clock.now().getTime() - sweepGraceMs)
  let page: SweepEntry[] = []
  const sweepCurrentPage = async () => {
    const pageResult = await sweepPage(kind, deps, page)
    result.queued += pageResult.queued
    result.planned += pageResult.planned
    invalid ??= pageResult.invalid
    page = []
  }
  const mayContinue = async () => {
    lease ??= await deps.queues.leaseSweep(`${kind.model.collection.name}.${kind.path}`)
    return lease?.isHeld() ?? false
  }
  try {
    for await (const document of overdue(kind, until)) {
      if (deps.shutdownSignal?.aborted) break
      page.push(sweepEntry(kind, document))
      if (page.length < pageSize) continue
      await sweepCurrentPage()
      if (!(await mayContinue())) break
    }
    if (page.length > 0) await sweepCurrentPage()
  } finally {
    await lease?.end()
  }
  if (invalid) throw invalid
  return result
}

/**
 * Enqueues one document's task again, now, with the next `seq`, whether it is due or not: a hint, after which its job
 * reads the document as it is.
 * @returns whether the task was still the one that was read; a crash before its job is queued leaves it to the sweeper
 */
export async function enqueueAgain(
  kind: DueTask,
  { clock, queues }: Pick<SweepDeps, 'clock' | 'queues'>,
  document: unknown,
): Promise<boolean> {
  const { taken } = await take(kind, [sweepEntry(kind, document as FoundDocument)], [clock.now()])
  if (taken.length > 0) await queues.enqueueAll(taken)
  return taken.length > 0
}

type FoundDocument = { _id: string; due: Record<string, Task & { at: Date }>; updatedAt?: Date }
type SweepEntry = DocumentJob & { task: Task; wasPlanned: boolean; document: FoundDocument }

/**
 * Sorted by the task's index. A task that is taken moves behind the end of the range, so none is
 * read twice.
 */
function overdue(kind: DueTask, until: Date): AsyncIterable<FoundDocument> {
  return kind.model
    .find({ ...dueBefore(kind.path, until), ...kind.only })
    .select([kind.path, 'updatedAt', ...(kind.needs ?? [])])
    .sort({ [`${kind.path}.at`]: 1 })
    .batchSize(pageSize)
    .lean()
    .cursor() as unknown as AsyncIterable<FoundDocument>
}

function sweepEntry(kind: DueTask, document: FoundDocument): SweepEntry {
  const { _id, updatedAt } = document
  const task = document.due[kind.path.replace('due.', '')] as Task & { at: Date }
  // The write of the task set `updatedAt` as well, or a later write did. One document without it
  // must not keep the others from being swept.
  const writtenAt = updatedAt ?? task.at
  const wasFarAhead = task.at.getTime() - writtenAt.getTime() > maxEnqueueAheadMs
  const wasPlanned = wasFarAhead || (kind.isLeftToSweeper?.(document) ?? false)
  return { job: kind.jobFor(document), id: _id, seq: task.seq, task, wasPlanned, document }
}

/**
 * Tasks without a job that are not scheduled to be polled either. A scheduled poll counts as
 * enqueued.
 */
async function withoutPoll(
  kind: DueTask,
  { polls }: SweepDeps,
  missing: readonly SweepEntry[],
): Promise<SweepEntry[]> {
  const { pollsOf } = kind
  if (!polls || !pollsOf) return [...missing]
  const left = await Promise.all(
    [...Map.groupBy(missing, ({ document }) => pollsOf(document))].map(async ([queue, own]) => {
      if (queue === undefined) return own
      const isPlanned = await polls.planned(
        queue,
        own.map(({ id }) => id),
      )
      return own.filter((_one, index) => !isPlanned[index])
    }),
  )
  return left.flat()
}

type PageResult = SweepResult & { invalid?: Error | undefined }

async function sweepPage(kind: DueTask, deps: SweepDeps, page: readonly SweepEntry[]): Promise<PageResult> {
  const { queues } = deps
  const locations = await queues.locateJobs(page)
  const overdueEntries = page.filter((_one, index) => locations[index] === 'overdue')
  if (overdueEntries.length > 0) await queues.wake(overdueEntries)
  const missing = await withoutPoll(
    kind,
    deps,
    page.filter((_one, index) => locations[index] === 'missing'),
  )
  if (missing.length === 0) return { queued: 0, planned: 0 }
  const locked = await queues.lockForSweep(missing)
  const mine = missing.filter((_one, index) => locked[index])
  if (mine.length === 0) return { queued: 0, planned: 0 }
  const { taken, invalid } = await take(kind, mine, wakeTimes(deps.clock.now(), mine.length))
  return {
    queued: taken.length > 0 ? await queues.enqueueAll(taken) : 0,
    planned: taken.filter(({ wasPlanned }) => wasPlanned).length,
    invalid,
  }
}

/**
 * Due times for `count` tasks: now for a few, spread at random over ten milliseconds each for more.
 */
function wakeTimes(now: Date, count: number): Date[] {
  const spreadMs = Math.max(0, count - maxAtOnce) * spreadStepMs
  return Array.from({ length: count }, () => new Date(now.getTime() + Math.floor(Math.random() * spreadMs)))
}

type Taken = DocumentJob & { at: Date; wasPlanned: boolean }

/**
 * Takes tasks by compare-and-set on the whole task: a purchase that begins meanwhile keeps `seq`
 * and changes `at`.
 * @returns the tasks that are now as written here, and the error that kept others from being
 * written
 */
async function take(
  kind: DueTask,
  page: readonly SweepEntry[],
  times: readonly Date[],
): Promise<{ taken: Taken[]; invalid: Error | undefined }> {
  const next = page.map(({ task, wasPlanned }, index) =>
    (wasPlanned ? nextTask : sweptTask)(task, times[index] as Date),
  )
  const writes = page.map(({ id, task, wasPlanned }, index) => ({
    updateOne: {
      filter: { _id: id, [`${kind.path}.seq`]: task.seq, [`${kind.path}.at`]: task.at },
      update: { $set: { [kind.path]: next[index] }, $inc: { 'due.sweepCount': wasPlanned ? 0 : 1 } },
    },
  }))
  const written = await kind.model.bulkWrite(writes, unorderedWrites).catch((error: unknown) => {
    if (isValidationFailure(error)) return error
    throw error
  })
  const invalid = written instanceof Error ? invalidTasks(kind, page, written) : undefined
  const isAll = !(written instanceof Error) && written.modifiedCount === page.length
  const isTaken = isAll ? () => true : await readTaken(kind, page, next)
  const taken = page.flatMap(({ job, id, wasPlanned }, index) => {
    const { at, seq } = next[index] as Task & { at: Date }
    return isTaken(index) ? [{ job, id, seq, at, wasPlanned }] : []
  })
  return { taken, invalid }
}

function invalidTasks(
  { path }: DueTask,
  page: readonly SweepEntry[],
  cause: Error & { results: unknown[] },
): Error {
  const ids = page.flatMap(({ id }, index) => (cause.results[index] instanceof Error ? [id] : []))
  return new Error(`${path} of ${ids.join(', ')}: ${cause.message}`, { cause })
}

/** A bulk write reports how many matched, not which; so the documents are read. */
async function readTaken(
  { model, path }: DueTask,
  page: readonly SweepEntry[],
  next: readonly Task[],
): Promise<(index: number) => boolean> {
  const ids = page.map(({ id }) => id)
  const found = await model
    .find({ _id: { $in: ids } })
    .select(path)
    .lean<FoundDocument[]>()
  const tasks = new Map(found.map(({ _id, due }) => [_id, due[path.replace('due.', '')]]))
  return (index) => {
    const now = tasks.get(page[index]?.id ?? '')
    return now?.seq === next[index]?.seq && now?.at?.getTime() === next[index]?.at?.getTime()
  }
}
