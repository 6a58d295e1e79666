/** A minimal Express server that makes only the database calls that reading and placing an order need. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { Queue } from 'bullmq'
import express from 'express'
import mongoose from 'mongoose'
import { answerQuestions } from '../kit/helper.ts'
import { writeOrder } from '../orders/minimal-server-work.ts'

const env = readEnv()
const log = createLogger('bare', 'silent')
await connectMongo(env.MONGODB_URI, log)
const queue = new Queue('bare', { connection: connectRedis(env.REDIS_URL, log), prefix: '{bench}' })
const orders = mongoose.connection.collection<{ _id: string }>('orders')
const wallets = mongoose.connection.collection<{ _id: string; balancePaise: number }>('floor_wallets')
const app = express()
app.get('/order/:id', async ({ params }, response) => {
  response.json(await orders.findOne({ _id: params.id }))
})
app.post('/order', express.json(), async ({ body }, response) => {
  const id = randomUUID()
  await writeOrder(id, String(body.userid))
  await queue.add('bare', { id }, { jobId: id })
  response.json({ msg: 'Order placed.', client_txn_id: id })
})
const server = app.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
answerQuestions(async ({ buyers }: { buyers: string[] }) => {
  for (const _id of buyers)
    await wallets.updateOne({ _id }, { $set: { balancePaise: 1e12 } }, { upsert: true })
  return (server.address() as AddressInfo).port
})
