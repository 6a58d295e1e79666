import mongoose, { type PipelineStage, type Types } from 'mongoose'
import { createOrder, createWalletOrder } from '../contracts/orders.ts'
import { topUp } from '../contracts/wallet.ts'
import { IdempotencyKeyModel, idempotencyKeyId } from '../platform/idempotency-model.ts'
import { newReferenceStem } from '../platform/ids.ts'
import { NameModel } from '../platform/names.ts'
import { userNames } from './accounts/index.ts'

const batch = 1_000

/** Indexes that told documents apart, or listed them, before their `_id` did. */
const oldIndexes: Record<string, readonly string[]> = {
  users: ['userid_1', 'email_1'],
  sessions: ['tokenHash_1'],
  idempotency_keys: ['userId_1_route_1_key_1', 'startedAt_1'],
  products: ['productid_unique'],
  items: ['itemid_unique'],
  notices: ['ref_kind_occasion_channel_unique'],
  orders: ['orderid', 'customer_newest_first', 'one_order_per_key'],
  ledger: ['one_set_per_cause'],
  wallet_transactions: ['txnid', 'owner_newest_first', 'one_topup_per_key'],
}

/**
 * Documents whose `_id` was a number of MongoDB's own get the id that makes them unique. Each step can be run again
 * after it was cut off; no process of the version before may be running.
 */
export async function moveToOwnIds(): Promise<void> {
  await carryKeys()
  await carryNames()
  await keepProductsInOrder()
  for (const name of Object.keys(oldIndexes)) await dropOldIndexes(name)
  await rekey('orders', '$orderid', ['orderid', 'idempotencyKey', 'product.id'])
  await rekey('wallet_transactions', '$txnid', ['txnid', 'idempotencyKey'])
  await rekey('ledger', { $concat: ['$kind', ':', '$ref'] })
  await rekey('notices', {
    $concat: ['$ref', '/', '$kind', '/', { $ifNull: ['$occasion', ''] }, '/', '$channel'],
  })
  await rekey('sessions', '$tokenHash', ['tokenHash'])
  await rekey('products', '$productid', ['productid'])
  await rekey('items', '$itemid', ['itemid'])
}

const byMongo = { _id: { $type: 'objectId' } } as const

/** Copies each document under its new `_id`, then deletes the old one: nothing is missing in between. */
async function rekey(name: string, id: unknown, dropped: readonly string[] = []): Promise<void> {
  const documents = mongoose.connection.collection(name)
  const steps: PipelineStage[] = [
    { $set: { _id: id } },
    ...(dropped.length > 0 ? [{ $unset: [...dropped] }] : []),
    { $merge: { into: name, on: '_id', whenMatched: 'keepExisting' } },
  ]
  for (;;) {
    const old = await documents.find(byMongo).project({ _id: 1 }).limit(batch).toArray()
    if (old.length === 0) return
    const these = { _id: { $in: old.map(({ _id }) => _id) } }
    await documents.aggregate([{ $match: these }, ...steps]).toArray()
    await documents.deleteMany(these)
  }
}

/** With what was made under them, so that a call that is repeated after the change still makes nothing twice. */
async function carryKeys(): Promise<void> {
  await dropOldIndexes('idempotency_keys')
  const keys = mongoose.connection.collection<OldKey>('idempotency_keys')
  for await (const old of keys.find(byMongo)) {
    const { _id, userId, route, key, requestHash, owner, startedAt, status, reply } = old
    const answer = status === undefined ? {} : { status, reply }
    await IdempotencyKeyModel.updateOne(
      { _id: idempotencyKeyId(userId, key) },
      {
        $setOnInsert: {
          ...{ route, requestHash, owner, startedAt, state: old.state, ...answer },
          ref: (await madeUnder(old)) ?? newReferenceStem(startedAt),
        },
      },
      { upsert: true },
    )
    await keys.deleteOne({ _id })
  }
}

type OldKey = {
  _id: Types.ObjectId
  userId: string
  route: string
  key: string
  requestHash: string
  state: 'running' | 'answered'
  owner: string
  startedAt: Date
  status?: number
  reply?: string
}

const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const makesOrders = [routeOf(createOrder), routeOf(createWalletOrder)]

/** What follows the prefix in the id of the order or top-up that this key made. */
async function madeUnder({ userId, route, key }: OldKey): Promise<string | undefined> {
  const owner = { userId: new mongoose.Types.ObjectId(userId), idempotencyKey: key }
  const { connection } = mongoose
  if (makesOrders.includes(route)) {
    return (await connection.collection('orders').findOne(owner))?.orderid?.slice(2)
  }
  if (route !== routeOf(topUp)) return undefined
  return (await connection.collection('wallet_transactions').findOne(owner))?.txnid?.slice(2)
}

async function carryNames(): Promise<void> {
  const users = mongoose.connection.collection('users').find().project({ email: 1, userid: 1 })
  for await (const { _id, email, userid } of users) {
    for (const name of [userNames.email(email), userNames.userid(userid)]) {
      await NameModel.updateOne({ _id: name }, { $setOnInsert: { owner: String(_id) } }, { upsert: true })
    }
  }
}

/** Lists showed products by their old `_id`; from now on it is the time of their making. */
async function keepProductsInOrder(): Promise<void> {
  const products = mongoose.connection.collection('products')
  let last = 0
  for await (const { _id, createdAt } of products.find(byMongo).sort({ _id: 1 })) {
    last = Math.max(last + 1, createdAt?.getTime() ?? 0)
    await products.updateOne({ _id }, { $set: { createdAt: new Date(last) } })
  }
}

async function dropOldIndexes(name: string): Promise<void> {
  const documents = mongoose.connection.collection(name)
  const there = new Set((await documents.indexes()).map((index) => index.name))
  for (const index of oldIndexes[name] ?? []) if (there.has(index)) await documents.dropIndex(index)
}
