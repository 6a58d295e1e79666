import type { Clock } from './clock.ts'
import { type DocumentJob, queuedAheadMs } from './document-job.ts'
import { type DueWork, dueBefore, graceOf, type Lane, nextLane } from './due.ts'
import type { Lease } from './lease.ts'
import { eachByItself, isUncast } from './mongo.ts'
import type { Polls } from './polls.ts'
import type { Queues } from './queues.ts'

type SweepDeps = { clock: Clock; queues: Queues; polls?: Polls; stopping?: AbortSignal }

/** How many were queued; of them, how many had never been, as what was far ahead when it was set. */
export type Swept = { queued: number; planned: number }

const pageSize = 1_000

/** This many may wake at once; more are spread, so that suppliers and gateways do not get them as one blow. */
const atOnce = 20
const apartMs = 10

/**
 * Queues again whatever is overdue by `graceMs` and in nobody's hand, the oldest first, with the next `seq`. Who waits
 * in line is in hand however long it waits, and hides nobody behind it: the whole overdue range is gone through. Every
 * sweeper reads the first page; what is behind it is read by the one that holds the lane's lease. What holds if claims
 * and leases are lost is that each document is taken by compare-and-set.
 * @throws when Redis or MongoDB does not answer; what was taken and not queued is overdue again soon. Where a lane's
 * `seq` cannot be counted on, as after a hand in the database, once all others were taken: nobody else would tell of it
 */
export async function sweep(work: DueWork, deps: SweepDeps, graceMs = graceOf(work)): Promise<Swept> {
  const swept = { queued: 0, planned: 0 }
  let uncast: Error | undefined
  let lease: Lease | undefined
  const until = new Date(deps.clock.now().getTime() - graceMs)
  let page: Owing[] = []
  const turn = async () => {
    const turned = await sweepPage(work, deps, page)
    swept.queued += turned.queued
    swept.planned += turned.planned
    uncast ??= turned.uncast
    page = []
  }
  const mayContinue = async () => {
    lease ??= await deps.queues.leaseSweep(`${work.model.collection.name}.${work.lane}`)
    return lease?.isHeld() ?? false
  }
  try {
    for await (const document of overdue(work, until)) {
      if (deps.stopping?.aborted) break
      page.push(owing(work, document))
      if (page.length < pageSize) continue
      await turn()
      if (!(await mayContinue())) break
    }
    if (page.length > 0) await turn()
  } finally {
    await lease?.end()
  }
  if (uncast) throw uncast
  return swept
}

type Found = { _id: string; due: Record<string, Lane & { at: Date }>; updatedAt?: Date }
type Owing = DocumentJob & { lane: Lane; wasPlanned: boolean; document: Found }

/** By the lane's index. Whatever is taken moves behind the range's end, so nothing is met twice. */
function overdue(work: DueWork, until: Date): AsyncIterable<Found> {
  return work.model
    .find({ ...dueBefore(work.lane, until), ...work.only })
    .select([work.lane, 'updatedAt', ...(work.needs ?? [])])
    .sort({ [`${work.lane}.at`]: 1 })
    .batchSize(pageSize)
    .lean()
    .cursor() as unknown as AsyncIterable<Found>
}

function owing(work: DueWork, document: Found): Owing {
  const { _id, updatedAt } = document
  const lane = document.due[work.lane.replace('due.', '')] as Lane & { at: Date }
  // Whatever wrote the lane wrote the document's time as well, or something after it did. One document without it,
  // as an old release may have left, must not keep all the others from being swept.
  const writtenAt = updatedAt ?? lane.at
  const wasFarAhead = lane.at.getTime() - writtenAt.getTime() > queuedAheadMs
  const wasPlanned = wasFarAhead || (work.isSweepers?.(document) ?? false)
  return { job: work.jobFor(document), id: _id, seq: lane.seq, lane, wasPlanned, document }
}

/** What is to be polled is in hand, however long it waits for its turn. */
async function notPlanned(work: DueWork, { polls }: SweepDeps, gone: readonly Owing[]): Promise<Owing[]> {
  const { pollsOf } = work
  if (!polls || !pollsOf) return [...gone]
  const left = await Promise.all(
    [...Map.groupBy(gone, ({ document }) => pollsOf(document))].map(async ([lane, own]) => {
      if (lane === undefined) return own
      const isPlanned = await polls.planned(
        lane,
        own.map(({ id }) => id),
      )
      return own.filter((_one, index) => !isPlanned[index])
    }),
  )
  return left.flat()
}

type SweptPage = Swept & { uncast?: Error | undefined }

async function sweepPage(work: DueWork, deps: SweepDeps, page: readonly Owing[]): Promise<SweptPage> {
  const { queues } = deps
  const where = await queues.whereAre(page)
  const late = page.filter((_one, index) => where[index] === 'late')
  if (late.length > 0) await queues.wake(late)
  const gone = await notPlanned(
    work,
    deps,
    page.filter((_one, index) => where[index] === 'gone'),
  )
  if (gone.length === 0) return { queued: 0, planned: 0 }
  const claimed = await queues.claim(gone)
  const mine = gone.filter((_one, index) => claimed[index])
  if (mine.length === 0) return { queued: 0, planned: 0 }
  const { taken, uncast } = await take(work, mine, wakeTimes(deps.clock.now(), mine.length))
  return {
    queued: taken.length > 0 ? await queues.enqueueAll(taken) : 0,
    planned: taken.filter(({ wasPlanned }) => wasPlanned).length,
    uncast,
  }
}

/** A moment for each of so many: now for a few, spread at random over ten milliseconds each for more. */
function wakeTimes(now: Date, count: number): Date[] {
  const spreadMs = Math.max(0, count - atOnce) * apartMs
  return Array.from({ length: count }, () => new Date(now.getTime() + Math.floor(Math.random() * spreadMs)))
}

type Taken = DocumentJob & { at: Date; wasPlanned: boolean }

/**
 * Compare-and-set on the whole lane: a purchase that begins meanwhile leaves `seq` and moves `at`.
 * @returns those whose lane is now as it was written here, and what kept others from being written
 */
async function take(
  work: DueWork,
  page: readonly Owing[],
  times: readonly Date[],
): Promise<{ taken: Taken[]; uncast: Error | undefined }> {
  const next = page.map(({ lane }, index) => nextLane(lane, times[index] as Date))
  const writes = page.map(({ id, lane, wasPlanned }, index) => ({
    updateOne: {
      filter: { _id: id, [`${work.lane}.seq`]: lane.seq, [`${work.lane}.at`]: lane.at },
      update: { $set: { [work.lane]: next[index] }, $inc: { 'due.swept': wasPlanned ? 0 : 1 } },
    },
  }))
  const written = await work.model.bulkWrite(writes, eachByItself).catch((error: unknown) => {
    if (isUncast(error)) return error
    throw error
  })
  const uncast = written instanceof Error ? brokenLanes(work, page, written) : undefined
  const isAll = !(written instanceof Error) && written.modifiedCount === page.length
  const isTaken = isAll ? () => true : await readTaken(work, page, next)
  const taken = page.flatMap(({ job, id, wasPlanned }, index) => {
    const { at, seq } = next[index] as Lane & { at: Date }
    return isTaken(index) ? [{ job, id, seq, at, wasPlanned }] : []
  })
  return { taken, uncast }
}

function brokenLanes(
  { lane }: DueWork,
  page: readonly Owing[],
  cause: Error & { results: unknown[] },
): Error {
  const ids = page.flatMap(({ id }, index) => (cause.results[index] instanceof Error ? [id] : []))
  return new Error(`${lane} of ${ids.join(', ')}: ${cause.message}`, { cause })
}

/** A bulk of writes tells how many matched, not which: the documents do. */
async function readTaken(
  { model, lane }: DueWork,
  page: readonly Owing[],
  next: readonly Lane[],
): Promise<(index: number) => boolean> {
  const ids = page.map(({ id }) => id)
  const found = await model
    .find({ _id: { $in: ids } })
    .select(lane)
    .lean<Found[]>()
  const lanes = new Map(found.map(({ _id, due }) => [_id, due[lane.replace('due.', '')]]))
  return (index) => {
    const now = lanes.get(page[index]?.id ?? '')
    return now?.seq === next[index]?.seq && now?.at?.getTime() === next[index]?.at?.getTime()
  }
}
