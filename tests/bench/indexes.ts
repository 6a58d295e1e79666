import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import mongoose, { Types } from 'mongoose'
import { startDatabases } from './kit/databases.ts'
import { cpuMsOf } from './kit/process-metrics.ts'
import { linesOf, percentile } from './kit/rows.ts'
import type { Row, Suite } from './kit/suite.ts'
import { makeOverdueOrder } from './sweep/overdue-order.ts'

const sizes = {
  smoke: { rounds: 1, orders: 64, filled: 200 },
  quick: { rounds: 2, orders: 1_280, filled: 20_000 },
  whole: { rounds: 4, orders: 2_560, filled: 100_000 },
}
/** As many orders as the shop writes in one command under load. */
const batchSize = 64
const customers = Array.from({ length: 200 }, () => new Types.ObjectId())
const durable = { writeConcern: { w: 'majority', journal: true } } as const

/**
 * What each index of the orders costs: MongoDB's processor time for the life of an order (its insert and the
 * five updates to its notification), with all indexes and without one of them, in turns on collections of
 * the same size.
 */
export const indexes: Suite = {
  about: 'what each index of the orders costs MongoDB for an order, by leaving it out',
  run: async ({ amount }) => {
    const { rounds, orders, filled } = sizes[amount]
    const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-indexes-'))
    const { mongodbUri, mongodPid, servers, stop } = await startDatabases({ dataDir, cacheGb: 1 })
    try {
      await connectMongo(mongodbUri, createLogger('bench', 'silent'))
      const names = OrderModel.schema.indexes().map(([, { name }]) => String(name))
      const variants = ['none left out', ...names, 'all left out']
      for (const [number, left] of variants.entries()) await fill(collectionOf(number), left, filled)
      const times = new Map<string, number[]>(variants.map((left) => [left, []]))
      const measureRound = async (round: number) => {
        for (const [number, left] of variants.entries()) {
          const before = await cpuMsOf([mongodPid])
          await liveOrders(collectionOf(number), orders, round * orders)
          times.get(left)?.push(((await cpuMsOf([mongodPid])) - before) / orders)
        }
      }
      await measureRound(0)
      // The first round was a warm-up.
      for (const all of times.values()) all.length = 0
      for (let round = 1; round <= rounds; round += 1) await measureRound(round)
      return { rows: rowsOf(times), detail: { servers: await servers(), times: Object.fromEntries(times) } }
    } finally {
      await stop()
    }
  },
}

function rowsOf(times: ReadonlyMap<string, number[]>): Row[] {
  const medians = [...times].map(([left, all]) => [left, percentile(all, 0.5)] as const)
  const whole = medians[0]?.[1] ?? Number.NaN
  const line = linesOf('index')
  return [
    line.info('MongoDB, ms an order with all indexes', whole),
    ...medians
      .slice(1)
      .map(([left, ms]) => [left, whole - ms] as const)
      .toSorted((one, other) => other[1] - one[1])
      .map(([left, ms]) => line.info(left === 'all left out' ? 'all of them' : left, ms)),
  ]
}

const collectionOf = (number: number) => mongoose.connection.collection<{ _id: string }>(`orders_${number}`)
type Orders = ReturnType<typeof collectionOf>

async function fill(orders: Orders, left: string, count: number): Promise<void> {
  const kept = OrderModel.schema.indexes().filter(([, { name }]) => left !== 'all left out' && name !== left)
  await orders.drop().catch(() => false)
  await orders.createIndexes(
    kept.length > 0 ? kept.map(([key, options]) => ({ key, ...options }) as never) : [{ key: { _id: 1 } }],
  )
  for (let from = 0; from < count; from += 2_000) {
    const size = Math.min(2_000, count - from)
    const documents = Array.from({ length: size }, (_one, index) =>
      makeOverdueOrder(idOf('A', from + index), ownerOf(from + index), {
        byWallet: true,
        refunded: index % 10 === 0,
      }),
    )
    await orders.insertMany(documents as never)
  }
}

const idOf = (kind: string, number: number) => `JP261121${kind}${String(number).padStart(7, '0')}`
const ownerOf = (number: number) => customers[number % customers.length] as Types.ObjectId

/** Takes orders through their life, in commands of 64 as under load. */
async function liveOrders(orders: Orders, count: number, from: number): Promise<void> {
  for (let done = 0; done < count; done += batchSize) {
    const ids = Array.from({ length: batchSize }, (_one, index) => idOf('B', from + done + index))
    const at = new Date()
    await orders.insertMany(ids.map((id, index) => placedOrder(id, ownerOf(index), at)) as never, durable)
    for (const update of stepsOf(at)) {
      const writes = ids.map((_id) => ({ updateOne: { filter: { _id }, update } }))
      await orders.bulkWrite(writes as never, { ordered: false, ...durable })
    }
  }
}

function placedOrder(id: string, owner: Types.ObjectId, at: Date) {
  const order = makeOverdueOrder(id, owner, { byWallet: true, refunded: false })
  const { ended: _ended, ...open } = order
  const due = { ...order.due, fulfil: { at, seq: 1 }, notify: { at, seq: 1 } }
  const times = { createdAt: at, updatedAt: at, processingAt: at, completedAt: null }
  const pendingReason = { kind: 'in_progress', since: at, needsAction: false, detail: '' }
  const units = order.units.map((unit) => ({ ...unit, state: 'planned', attempt: 0, supplierOrderId: '' }))
  return { ...open, ...times, units, status: 'Processing', version: 1, revision: 1, pendingReason, due }
}

/** Sent, accepted, completed, notification claimed, notified: the fields that the shop writes. */
const stepsOf = (at: Date) => {
  const visible = { $inc: { revision: 1 } }
  const later = new Date(at.getTime() + 2_000)
  return [
    {
      ...visible,
      $set: {
        'units.0.state': 'sending',
        'units.0.attempt': 1,
        'units.0.sentAt': at,
        'due.fulfil.at': later,
        updatedAt: at,
      },
      $push: { changes: { units: [{ index: 0, state: 'sending', attempt: 1 }] } },
    },
    {
      ...visible,
      $set: {
        'units.0.supplierOrderId': '957070',
        'units.0.answeredAt': at,
        'due.fulfil.at': later,
        updatedAt: later,
      },
      $push: { changes: { units: [{ index: 0, supplierOrderId: '957070' }] } },
    },
    {
      $inc: { revision: 1, version: 1, 'due.notify.seq': 1, 'due.fulfil.seq': 1 },
      $set: {
        status: 'Completed',
        pendingReason: null,
        'units.0.state': 'delivered',
        completedAt: later,
        ended: { at: later, by: 'supplier', previous: null },
        'due.fulfil.at': null,
        'due.notify.at': later,
        updatedAt: later,
      },
      $push: { history: { version: 2, at: later, from: 'Processing', to: 'Completed', by: 'supplier' } },
    },
    { $set: { sendingSince: later } },
    { $set: { 'due.notify.at': null, notifiedAt: later }, $inc: { 'due.notify.seq': 1 } },
  ]
}
