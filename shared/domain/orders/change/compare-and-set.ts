import { randomUUID } from 'node:crypto'
import { type ClientSession, mongo } from 'mongoose'
import { applyUpdate } from '../../../platform/apply-update.ts'
import { type BatchEntry, batched } from '../../../platform/batch-calls.ts'
import { asFilter, type Update } from '../../../platform/typed-update.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import type { OrderGuard } from '../model/order-update.ts'

/** One compare-and-set of one order: what must hold, and what is written then. */
export type CompareAndSet = {
  id: OrderDoc['_id']
  guard: OrderGuard
  update: Update<OrderDoc>
  /** Whether `updatedAt` moves. */
  isVisible: boolean
}

/** @returns the order afterwards, or undefined when what had to hold did not */
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

/** A write of an order, and the order as it was read for it. */
export type ReadAndWrite = { before: OrderDoc; write: CompareAndSet }

/**
 * The same for many orders, each another one, in the caller's transaction.
 * @returns the orders afterwards, in the order of the writes; undefined for those that are not as they were read
 */
export async function compareAndSetEach(
  tx: ClientSession,
  writes: readonly ReadAndWrite[],
): Promise<(OrderDoc | undefined)[]> {
  const writeId = randomUUID()
  const exact = writes.map((one) => asReadFilter(one, writeId))
  const { matchedCount } = await OrderModel.collection.bulkWrite(operations(exact), {
    ...pastSchema,
    session: tx,
  })
  if (matchedCount === writes.length) return exact.map(({ after }) => after())
  const ids = writes.map(({ before }) => before._id)
  const written = await OrderModel.find(
    { _id: { $in: ids }, writeIds: writeId },
    { _id: 1 },
    { session: tx },
  ).lean()
  const isWritten = new Set(written.map(({ _id }) => _id))
  return exact.map(({ after }, index) => (isWritten.has(ids[index] as string) ? after() : undefined))
}

/**
 * Writes an order; what comes at the same time is one command, without a transaction: each stands for itself. An order
 * that is not as it was read is asked about anew, by its guard alone.
 * @returns the order as this write left it, or undefined when what had to hold did not
 */
export const writeBatched = batched<ReadAndWrite, OrderDoc | undefined>(writeOrFail, { keyOf })

/** The same where nobody waits for it, so that it may wait for others. */
export const writeDelayed = batched<ReadAndWrite, OrderDoc | undefined>(writeOrFail, {
  keyOf,
  batchDelayMs: 15,
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
  const exact = entries.map(({ item }) => asReadFilter(item, writeId))
  const matched = await OrderModel.collection
    .bulkWrite(operations(exact), pastSchema)
    .then(({ matchedCount }) => matchedCount, metDespite)
  const written = matched === exact.length ? undefined : await confirmedWrites(writeId, entries)
  for (const [index, { item, resolve, reject, asCaller }] of entries.entries()) {
    if (!written || written.has(item.before._id)) resolve(exact[index]?.after())
    else void asCaller(() => compareAndSet(item.write)).then(resolve, reject)
  }
}

/**
 * How many were met where the server has refused some of them, and done what it could of the others: who was refused
 * is told so when it is asked about alone.
 * @throws the error where it leaves open what became of the others
 */
function metDespite(error: unknown): number {
  const isKnown =
    error instanceof mongo.MongoBulkWriteError &&
    [error.writeErrors].flat().length > 0 &&
    !error.result.getWriteConcernError()
  if (!isKnown) throw error
  return error.result.matchedCount
}

/** A bulk of writes tells how many it met, not which: their writeId does, also where others have written since. */
async function confirmedWrites(writeId: string, entries: BatchedWrites): Promise<ReadonlySet<string>> {
  const ids = entries.map(({ item }) => item.before._id)
  const found = await OrderModel.find({ _id: { $in: ids }, writeIds: writeId }, { _id: 1 }).lean()
  return new Set(found.map(({ _id }) => _id))
}

/** So many of the last writes can be told. */
const maxWriteIds = 8

type Exact = { filter: object; update: object; after(): OrderDoc }

/**
 * The write where the order is just as it was read, so that what it leaves is known without reading it; but for the `seq` of
 * work that ends with it, which news of a supplier raises, and which nobody asks for any more.
 */
function asReadFilter({ before, write: { guard, update, isVisible } }: ReadAndWrite, writeId: string): Exact {
  const set: Record<string, unknown> = update.$set ?? {}
  const tasks = Object.keys(update.$inc ?? {}).filter(
    (path) => path.startsWith('due.') && set[path.replace(/seq$/, 'at')] !== null,
  )
  const unchangedSinceRead = Object.fromEntries(tasks.map((path) => [path, at(before, path) ?? null]))
  const whole = { ...update, $set: { ...update.$set, ...(isVisible && { updatedAt: new Date() }) } }
  const writeIds = { $each: [writeId], $slice: -maxWriteIds }
  return {
    filter: {
      _id: before._id,
      $and: [{ revision: before.revision, ...unchangedSinceRead }, explicitNulls(guard)],
    },
    update: { ...whole, $push: { ...update.$push, writeIds } },
    after: () => applyUpdate(before, whole),
  }
}

/** What is not defined is not there, as mongoose would ask it; the driver would leave out the question. */
const explicitNulls = (guard: OrderGuard) =>
  Object.fromEntries(Object.entries(guard).map(([path, value]) => [path, value ?? null]))

const at = (order: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], order)

/** The domain has built it, and the compiler has read it. */
const pastSchema = { ordered: false, ignoreUndefined: true } as const

const operations = (exact: readonly Exact[]) =>
  exact.map(({ filter, update }) => ({ updateOne: { filter, update } })) as never[]
