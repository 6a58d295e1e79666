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
import { ignoreDuplicate } from '../../../platform/mongo.ts'
import type { Caller } from '../../accounts/index.ts'
import { ItemModel } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { orderAddress } from './repeated-order.ts'

type KeyDeps = Pick<Deps, 'clock'>

/** Age at which a UPI order's run can no longer place it: a slow run checks first whether it is still wanted. */
const maxRunMs = 150_000
/** Delay before the client asks again. */
const askAgainMs = 2_000
const listedMs = 24 * 3_600_000
const maxListed = 20

const orderRoutes: ReadonlySet<string> = new Set(
  [createOrder, createWalletOrder].map(({ method, path }) => `${method} ${path}`),
)
const stoppedRoute = 'stopped before it came'

/**
 * The state of a request that was sent with this key and got no answer. Read-only.
 * @throws not_found when the key belongs to another kind of call
 */
export async function lookUpOrderKey(deps: KeyDeps, caller: Caller, key: string): Promise<OrderKey> {
  const record = await findRecord(caller, key)
  return record ? stateOf(deps, caller, record) : { state: 'unknown' }
}

/**
 * Closes a key, so that a request that still arrives under it is refused. A wallet order inserts its key in its own
 * transaction, so that either the order exists or the key is closed; the insert waits for a running transaction. A key
 * with an order, and one whose UPI order is being processed, stays as it is.
 * @throws not_found when the key belongs to another kind of call
 */
export async function closeOrderKey(deps: KeyDeps, caller: Caller, key: string): Promise<OrderKey> {
  if (await insertClosedKey(deps, caller, key)) return { state: 'closed' }
  // The insert can meet a commit that other reads do not return yet.
  const record = (await findRecord(caller, key)) ?? (await findRecord(caller, key, 'linearizable'))
  if (!record) throw new AppError('service_unavailable')
  const state = await stateOf(deps, caller, record)
  if (state.state !== 'not_placed') return state
  const { _id, owner, state: now } = record
  const { modifiedCount } = await IdempotencyKeyModel.updateOne(
    { _id, owner, state: now },
    { $set: { state: 'closed', owner: randomUUID() }, $unset: { openFor: 1 } },
  )
  if (modifiedCount === 0) return { state: 'running', retryAfterMs: askAgainMs }
  // The order may have been placed before the run failed.
  return stateOf(deps, caller, { ...record, state: 'closed' })
}

/** The caller's UPI orders of the last 24 hours without an answer, newest first. A wallet order has one at once. */
export async function listOpenKeys(deps: KeyDeps, caller: Caller) {
  const since = new Date(deps.clock.now().getTime() - listedMs)
  const records = await IdempotencyKeyModel.find({ openFor: caller.userId, startedAt: { $gte: since } })
    .sort({ startedAt: -1 })
    .limit(maxListed)
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

async function findRecord(
  caller: Caller,
  key: string,
  readConcern: 'majority' | 'linearizable' = 'majority',
): Promise<IIdempotencyKey | undefined> {
  const record = await IdempotencyKeyModel.findById(idempotencyKeyId(caller.userId, key))
    .readConcern(readConcern)
    .maxTimeMS(10_000)
    .lean<IIdempotencyKey | null>()
  if (record && record.route !== stoppedRoute && !orderRoutes.has(record.route))
    throw new AppError('not_found')
  return record ?? undefined
}

/** Inserts a closed key; a request that arrives later under it loses against it. @returns false when the key exists */
async function insertClosedKey({ clock }: KeyDeps, caller: Caller, key: string): Promise<boolean> {
  const startedAt = clock.now()
  const closed = await ignoreDuplicate(() =>
    IdempotencyKeyModel.create({
      _id: idempotencyKeyId(caller.userId, key),
      route: stoppedRoute,
      requestHash: 'none',
      ref: newReferenceStem(startedAt),
      state: 'closed',
      owner: randomUUID(),
      startedAt,
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
  const hasEnded = state === 'open' || startedAt.getTime() < clock.now().getTime() - maxRunMs
  return hasEnded ? { state: 'not_placed' } : { state: 'running', retryAfterMs: askAgainMs }
}

/** Finds the order by the id in its key's record. Linearizable: a stale read would say that nothing was ordered. */
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
  return { orderid, status, redirect_url: orderAddress(order), orderedAt: createdAt.toISOString() }
}

function messageIn(reply = '{}'): string {
  return String((JSON.parse(reply) as { message?: unknown }).message ?? '')
}
