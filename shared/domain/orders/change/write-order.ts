import { randomUUID } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { applyUpdate } from '../../../platform/apply-update.ts'
import { type Asked, inGroups } from '../../../platform/in-groups.ts'
import { asFilter, type Update } from '../../../platform/typed-update.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import type { OrderGuard } from './order-update.ts'

/** One compare-and-set of one order: what must hold, and what is written then. */
export type OrderWrite = {
  id: OrderDoc['_id']
  guard: OrderGuard
  update: Update<OrderDoc>
  /** Whether `updatedAt` moves. */
  isSeen: boolean
}

/** @returns the order afterwards, or undefined when what had to hold did not */
export async function writeOne(
  { id, guard, update, isSeen }: OrderWrite,
  session?: ClientSession,
): Promise<OrderDoc | undefined> {
  const after = await OrderModel.findOneAndUpdate(asFilter<OrderDoc>({ ...guard, _id: id }), update, {
    returnDocument: 'after',
    timestamps: isSeen,
    ...(session ? { session } : {}),
  }).lean<OrderDoc | null>()
  return after ?? undefined
}

/** A write of an order, and the order as it was read for it. */
export type ReadWrite = { before: OrderDoc; write: OrderWrite }

/**
 * The same for many orders, each another one, in the caller's transaction.
 * @returns the orders afterwards, in the order of the writes; undefined for those that are not as they were read
 */
export async function writeEach(
  session: ClientSession,
  writes: readonly ReadWrite[],
): Promise<(OrderDoc | undefined)[]> {
  const stamp = randomUUID()
  const exact = writes.map((one) => exactly(one, stamp))
  const { matchedCount } = await OrderModel.collection.bulkWrite(operations(exact), {
    ...pastSchema,
    session,
  })
  if (matchedCount === writes.length) return exact.map(({ after }) => after())
  const ids = writes.map(({ before }) => before._id)
  const written = await OrderModel.find({ _id: { $in: ids }, stamp }, { _id: 1 }, { session }).lean()
  const isWritten = new Set(written.map(({ _id }) => _id))
  return exact.map(({ after }, index) => (isWritten.has(ids[index] as string) ? after() : undefined))
}

/**
 * Writes an order; what comes at the same time is one command, without a transaction: each stands for itself. An order
 * that is not as it was read is asked about anew, by its guard alone.
 * @returns the order as this write left it, or undefined when what had to hold did not
 * @throws also where it cannot be known whether it was written, because it was written over at once
 */
export const writeTogether = inGroups<ReadWrite, OrderDoc | undefined>(writeOrFail, { keyOf })

/** The same where nobody waits for it, so that it may wait for others. */
export const writeSoon = inGroups<ReadWrite, OrderDoc | undefined>(writeOrFail, { keyOf, gatherMs: 15 })

function keyOf({ before }: ReadWrite): string {
  return before._id
}

type AskedWrites = readonly Asked<ReadWrite, OrderDoc | undefined>[]

async function writeOrFail(entries: AskedWrites): Promise<void> {
  await writeAll(entries).catch((error) => {
    for (const { reject } of entries) reject(error)
  })
}

async function writeAll(entries: AskedWrites): Promise<void> {
  const stamp = randomUUID()
  const exact = entries.map(({ item }) => exactly(item, stamp))
  const { matchedCount } = await OrderModel.collection.bulkWrite(operations(exact), pastSchema)
  const ends = matchedCount === exact.length ? undefined : await readEnds(entries, stamp)
  for (const [index, { item, resolve, reject, asCaller }] of entries.entries()) {
    const end = ends ? ends(item) : 'written'
    if (end === 'written') resolve(exact[index]?.after())
    else if (end === 'not_written') void asCaller(() => writeOne(item.write)).then(resolve, reject)
    else reject(new Error(`it is not known whether ${item.before._id} was written`))
  }
}

type End = 'written' | 'not_written' | 'unknown'

/** A bulk of writes tells how many it met, not which: their stamp does, unless another was written over it. */
async function readEnds(entries: AskedWrites, stamp: string): Promise<(one: ReadWrite) => End> {
  const ids = entries.map(({ item }) => item.before._id)
  const found = await OrderModel.find({ _id: { $in: ids } })
    .select({ revision: 1, stamp: 1 })
    .lean<Pick<OrderDoc, '_id' | 'revision' | 'stamp'>[]>()
  const now = new Map(found.map((order) => [order._id, order]))
  return ({ before, write }) => {
    const order = now.get(before._id)
    if (order?.stamp === stamp) return 'written'
    // It left the next revision. Of one further on, with another's stamp, either may have been written over. What nobody
    // sees leaves neither, and may be written twice.
    const isPast = order !== undefined && order.revision > before.revision + 1
    return write.isSeen && isPast && order.stamp !== before.stamp ? 'unknown' : 'not_written'
  }
}

type Exact = { filter: object; update: Update<OrderDoc>; after(): OrderDoc }

/**
 * The write where the order is just as it was read, so that what it leaves is known without reading it; but for the `seq` of
 * work that ends with it, which news of a supplier raises, and which nobody asks for any more.
 */
function exactly({ before, write: { guard, update, isSeen } }: ReadWrite, stamp?: string): Exact {
  const set: Record<string, unknown> = update.$set ?? {}
  const lanes = Object.keys(update.$inc ?? {}).filter(
    (path) => path.startsWith('due.') && set[path.replace(/seq$/, 'at')] !== null,
  )
  const asRead = Object.fromEntries(lanes.map((path) => [path, at(before, path) ?? null]))
  const $set = { ...update.$set, ...(isSeen && { updatedAt: new Date(), stamp }) }
  const whole = { ...update, $set } as Update<OrderDoc>
  return {
    filter: { _id: before._id, $and: [{ revision: before.revision, ...asRead }, guard] },
    update: whole,
    after: () => applyUpdate(before, whole),
  }
}

const at = (order: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], order)

/** The domain has built it, and the compiler has read it. */
const pastSchema = { ordered: false, ignoreUndefined: true } as const

const operations = (exact: readonly Exact[]) =>
  exact.map(({ filter, update }) => ({ updateOne: { filter, update } })) as never[]
