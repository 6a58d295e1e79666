/**
 * A process of the minimal server, in the shop's layout: `api` writes the minimum of an order and enqueues
 * it, `worker` takes it from the queue. Commands come from the parent process, and it ends with its parent.
 */

import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { connectBlockingRedis, connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { Queue, Worker } from 'bullmq'
import mongoose from 'mongoose'
import type { MinimalServerBlock, MinimalServerResult } from './minimal-server.ts'
import { callsOutside, takeFromWallet, writeOrder } from './minimal-server-work.ts'

const atOnce = 32
const wallets = 64
const queueName = 'floor'
const sendToParent = (message: MinimalServerResult | 'ready') => process.send?.(message)

// The parent process is gone.
process.once('disconnect', () => process.exit())

const env = readEnv()
const log = createLogger('floor', 'silent')
await connectMongo(env.MONGODB_URI, log)
if (process.argv[2] === 'api') await runApi()
else await runWorker()
sendToParent('ready')

async function runApi(): Promise<void> {
  const queue = new Queue(queueName, { connection: connectRedis(env.REDIS_URL, log), prefix: '{bench}' })
  const all = mongoose.connection.collection<{ _id: string; balancePaise: number }>('floor_wallets')
  for (let index = 0; index < wallets; index += 1) {
    await all.updateOne({ _id: walletOf(index) }, { $set: { balancePaise: 1e12 } }, { upsert: true })
  }
  for (const name of ['floor_orders', 'floor_transactions', 'floor_journal_entries', 'floor_counts']) {
    await mongoose.connection.db?.createCollection(name).catch(() => undefined)
  }
  process.on('message', async ({ block, kind, count }: MinimalServerBlock) => {
    await allOf(count, async (index) => {
      if (kind === 'one_wallet') return takeFromWallet(walletOf(0))
      const id = `${block}-${index}`
      await writeOrder(id, walletOf(index % wallets))
      await queue.add(kind, { id }, { jobId: id, removeOnComplete: { count: 1_000 } })
    })
    sendToParent({ block, written: count })
  })
}

async function runWorker(): Promise<void> {
  const call = callsOutside(env)
  const connection = connectBlockingRedis(env.REDIS_URL, log)
  const work = async ({ name, data }: { name: string; data: { id: string } }) => {
    if (name === 'with_calls') await call(data.id)
    sendToParent({ block: String(data.id.split('-')[0]), processed: 1 })
  }
  const worker = new Worker(queueName, work, { connection, prefix: '{bench}', concurrency: atOnce })
  worker.on('failed', (_job, error) => sendToParent({ block: '', failed: error.message }))
  await worker.waitUntilReady()
}

function walletOf(index: number): string {
  return `wallet-${index}`
}

/** Runs `count` actions, a limited number at once, until all are done. */
async function allOf(count: number, act: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    for (let index = next++; index < count; index = next++) await act(index)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
