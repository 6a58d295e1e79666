import { randomUUID } from 'node:crypto'
import type { OrderKey } from '../../../contracts/order-keys.ts'
import { createOrder, createWalletOrder } from '../../../contracts/orders.ts'
import { AppError } from '../../../platform/app-error.ts'
import {
  IdempotencyKeyModel,
  type IIdempotencyKey,
  idempotencyKeyId,
} from '../../../platform/idempotency-model.ts'
import { newReferenceStem } from '../../../platform/ids.ts'
import { unlessSomeoneWasFirst } from '../../../platform/mongo.ts'
import type { Caller } from '../../accounts/index.ts'
import { ItemModel } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { addressOf } from './asked-back.ts'

type KeyDeps = Pick<Deps, 'clock'>

/**
 * So long after its start a run can no longer order: it asks whether it is still wanted once it is slow, which is long
 * before, and the database ends a transaction that is open for so long.
 */
const overMs = 150_000
/** Who waits asks again after this. */
const askAgainMs = 2_000
const listedMs = 24 * 3_600_000
const listedAtMost = 20

const orderRoutes: ReadonlySet<string> = new Set(
  [createOrder, createWalletOrder].map(({ method, path }) => `${method} ${path}`),
)
const stoppedRoute = 'stopped before it came'

/**
 * What became of an order that its customer has had no answer to. Only reads.
 * @throws not_found where the key is that of something else than an order
 */
export async function lookUpOrderKey(deps: KeyDeps, caller: Caller, key: string): Promise<OrderKey> {
  const record = await findRecord(caller, key)
  return record ? stateOf(deps, caller, record) : { state: 'unknown' }
}

/**
 * Refuses whatever still comes under a key, unless its order is there or may be at any moment. What came and still runs
 * is waited for.
 * @throws not_found where the key is that of something else than an order
 */
export async function closeOrderKey(deps: KeyDeps, caller: Caller, key: string): Promise<OrderKey> {
  if (await isClosedUnseen(deps, caller, key)) return { state: 'closed' }
  const record = await findRecord(caller, key)
  if (!record) throw new AppError('service_unavailable')
  const state = await stateOf(deps, caller, record)
  if (state.state !== 'not_placed') return state
  const { _id, owner, state: now } = record
  const { modifiedCount } = await IdempotencyKeyModel.updateOne(
    { _id, owner, state: now },
    { $set: { state: 'closed', owner: randomUUID() }, $unset: { openFor: 1 } },
  )
  if (modifiedCount === 0) return { state: 'running', retryAfterMs: askAgainMs }
  // What it had made before it failed shows by now.
  return stateOf(deps, caller, { ...record, state: 'closed' })
}

/** The orders of the last day whose answer was never given, newest first. */
export async function listOpenKeys(deps: KeyDeps, caller: Caller) {
  const since = new Date(deps.clock.now().getTime() - listedMs)
  const records = await IdempotencyKeyModel.find({ openFor: caller.userId, startedAt: { $gte: since } })
    .sort({ startedAt: -1 })
    .limit(listedAtMost)
    .lean<IIdempotencyKey[]>()
  const known = records.flatMap(({ about, ...record }) => (about ? [{ ...record, about }] : []))
  const items = await ItemModel.find({ _id: { $in: known.map(({ about }) => about.itemid) } })
    .select({ name: 1 })
    .lean()
  const names = new Map(items.map(({ _id, name }) => [_id, name]))
  return Promise.all(
    known.map(async ({ about, ...record }) => ({
      ...about,
      ...(await stateOf(deps, caller, record)),
      itemname: names.get(about.itemid) ?? '',
      sentAt: record.startedAt.toISOString(),
    })),
  )
}

async function findRecord(caller: Caller, key: string): Promise<IIdempotencyKey | undefined> {
  const record = await IdempotencyKeyModel.findById(idempotencyKeyId(caller.userId, key)).lean()
  if (record && record.route !== stoppedRoute && !orderRoutes.has(record.route))
    throw new AppError('not_found')
  return record ?? undefined
}

/** Writes a key down as closed that has not come yet. */
async function isClosedUnseen({ clock }: KeyDeps, caller: Caller, key: string): Promise<boolean> {
  const startedAt = clock.now()
  const closed = await unlessSomeoneWasFirst(() =>
    IdempotencyKeyModel.create({
      ...{ _id: idempotencyKeyId(caller.userId, key), route: stoppedRoute, requestHash: 'none' },
      ...{ ref: newReferenceStem(startedAt), state: 'closed', owner: randomUUID(), startedAt },
    }),
  )
  return closed !== undefined
}

async function stateOf(
  { clock }: KeyDeps,
  caller: Caller,
  { state, ref, reply, startedAt }: IIdempotencyKey,
): Promise<OrderKey> {
  const order = await findOrder(caller, `JP${ref}`)
  if (order) return { state: 'placed', order }
  if (state === 'closed') return { state: 'closed' }
  if (state === 'answered') return { state: 'refused', message: messageIn(reply) }
  const isOver = state === 'open' || startedAt.getTime() < clock.now().getTime() - overMs
  return isOver ? { state: 'not_placed' } : { state: 'running', retryAfterMs: askAgainMs }
}

/** By the id that its key has reserved: it is there before any answer is. Waits until what is read has lasted. */
async function findOrder({ userId }: Caller, _id: string): Promise<OrderKey['order']> {
  const order = await OrderModel.findOne({ _id, userId })
    .readConcern('linearizable')
    .maxTimeMS(10_000)
    .select<Pick<OrderDoc, '_id' | 'status' | 'payment' | 'createdAt'>>({
      status: 1,
      payment: 1,
      createdAt: 1,
    })
    .lean()
  if (!order) return undefined
  const { _id: orderid, status, createdAt } = order
  return { orderid, status, redirect_url: addressOf(order), orderedAt: createdAt.toISOString() }
}

function messageIn(reply = '{}'): string {
  return String((JSON.parse(reply) as { message?: unknown }).message ?? '')
}
