import { randomUUID } from 'node:crypto'
import { type ClientSession, mongo } from 'mongoose'
import { applyUpdate } from '../../../platform/apply-update.ts'
import { type BatchEntry, batchDelays, batched } from '../../../platform/batches/index.ts'
import { timed } from '../../../platform/slow-queries.ts'
import { asFilter, type Update } from '../../../platform/typed-update.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import type { OrderGuard } from '../model/order-update.ts'

/** A compare-and-set of one order: the condition, and the write if it holds. */
export type CompareAndSet = {
  id: OrderDoc['_id']
  guard: OrderGuard
  update: Update<OrderDoc>
  /** Whether `updatedAt` changes. */
  isVisible: boolean
}

/** @returns the order afterwards; undefined when the guard did not match */
export async function compareAndSet(
  { id, guard, update, isVisible }: CompareAndSet,
  tx?: ClientSession,
): Promise<OrderDoc | undefined> {
  const after = await OrderModel.findOneAndUpdate(asFilter<OrderDoc>({ ...guard, _id: id }), update, {
    returnDocument: 'after',
    timestamps: isVisible,
    ...(tx ? { session: tx } : {}),
  }).lean<OrderDoc | null>()
  return after ?? undefined
}

/** A write of an order, and the order as read before it. */
export type ReadAndWrite = { before: OrderDoc; write: CompareAndSet }

/**
 * Writes an order; concurrent writes are batched in one command without a transaction, each independent. An
 * order that has changed since it was read is written again by its guard alone.
 * @returns the order after this write; undefined when the guard did not match
 */
export const writeBatched = batched<ReadAndWrite, OrderDoc | undefined>(writeOrFail, {
  keyOf,
  batchDelayMs: batchDelays.step,
})

/** The same for writes that no caller waits for: delayed, to form larger batches. */
export const writeDelayed = batched<ReadAndWrite, OrderDoc | undefined>(writeOrFail, {
  keyOf,
  batchDelayMs: batchDelays.background,
})

function keyOf({ before }: ReadAndWrite): string {
  return before._id
}

type BatchedWrites = readonly BatchEntry<ReadAndWrite, OrderDoc | undefined>[]

async function writeOrFail(entries: BatchedWrites): Promise<void> {
  await writeAll(entries).catch((error) => {
    for (const { reject } of entries) reject(error)
  })
}

async function writeAll(entries: BatchedWrites): Promise<void> {
  const writeId = randomUUID()
  const writesAsRead = entries.map(({ item }) => asReadFilter(item, writeId))
  const { collection } = OrderModel
  const query = {
    operation: 'bulkWrite',
    collection: collection.name,
    args: { filter: writesAsRead[0]?.filter },
  }
  const matched = await timed(query, () => collection.bulkWrite(operations(writesAsRead), rawOptions)).then(
    ({ matchedCount }) => matchedCount,
    matchedDespiteErrors,
  )
  const written = matched === writesAsRead.length ? undefined : await confirmedWrites(writeId, entries)
  for (const [index, { item, resolve, reject, asCaller }] of entries.entries()) {
    if (!written || written.has(item.before._id)) resolve(writesAsRead[index]?.after())
    else void asCaller(() => compareAndSet(item.write)).then(resolve, reject)
  }
}

/**
 * The number of matched writes when the server has rejected some and applied the others. A rejected one gets
 * its own error when it is retried alone.
 * @throws the error when it leaves open which writes were applied
 */
function matchedDespiteErrors(error: unknown): number {
  const isPartialFailure =
    error instanceof mongo.MongoBulkWriteError &&
    [error.writeErrors].flat().length > 0 &&
    !error.result.getWriteConcernError()
  if (!isPartialFailure) throw error
  return error.result.matchedCount
}

/**
 * A bulk write returns how many documents it matched, not which. The `writeId` identifies them, also after
 * later writes.
 */
async function confirmedWrites(writeId: string, entries: BatchedWrites): Promise<ReadonlySet<string>> {
  const ids = entries.map(({ item }) => item.before._id)
  const found = await OrderModel.find({ _id: { $in: ids }, writeIds: writeId }, { _id: 1 }).lean()
  return new Set(found.map(({ _id }) => _id))
}

/** The number of recent writes of an order that can be identified. */
const maxWriteIds = 8

type AsReadWrite = { filter: object; update: object; after(): OrderDoc }

/**
 * A write that matches only the order exactly as read, so that its result is known without reading it. The
 * `seq` of a task that ends with the write is not compared: a supplier's callback may increment it, and the
 * task is not needed any more.
 */
function asReadFilter(
  { before, write: { guard, update, isVisible } }: ReadAndWrite,
  writeId: string,
): AsReadWrite {
  const set: Record<string, unknown> = update.$set ?? {}
  const tasks = Object.keys(update.$inc ?? {}).filter(
    (path) => path.startsWith('due.') && set[path.replace(/seq$/, 'at')] !== null,
  )
  const unchangedSinceRead = Object.fromEntries(tasks.map((path) => [path, valueAt(before, path) ?? null]))
  const fullUpdate = { ...update, $set: { ...update.$set, ...(isVisible && { updatedAt: new Date() }) } }
  const writeIds = { $each: [writeId], $slice: -maxWriteIds }
  return {
    filter: {
      _id: before._id,
      $and: [{ revision: before.revision, ...unchangedSinceRead }, explicitNulls(guard)],
    },
    update: { ...fullUpdate, $push: { ...update.$push, writeIds } },
    after: () => applyUpdate(before, fullUpdate),
  }
}

/** The driver ignores undefined conditions; null matches a missing field, as in mongoose. */
const explicitNulls = (guard: OrderGuard) =>
  Object.fromEntries(Object.entries(guard).map(([path, value]) => [path, value ?? null]))

const valueAt = (order: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], order)

/** Bulk writes bypass the schema; the compiler has checked the types. */
const rawOptions = { ordered: false, ignoreUndefined: true } as const

const operations = (writes: readonly AsReadWrite[]) =>
  writes.map(({ filter, update }) => ({ updateOne: { filter, update } })) as never[]
