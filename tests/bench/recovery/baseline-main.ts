/**
 * A plain BullMQ worker with the shop's time limits: the first one with a job keeps it forever, the second
 * one ends it.
 */
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { answerQuestions } from '../kit/helper.ts'

const connection = () => new Redis(String(process.env.REDIS_URL), { maxRetriesPerRequest: null })
const redis = connection()
const queue = new Queue('bare-recovery', { connection: redis, prefix: '{bench}' })
const worker = new Worker(
  'bare-recovery',
  async ({ id }) => {
    const isFirst = (await redis.set(`{bench}:held:${id}`, process.pid, 'NX')) === 'OK'
    if (isFirst) await new Promise(() => undefined)
    await redis.set(`{bench}:ended:${id}`, '1')
  },
  // The shop's settings: see start-workers.ts.
  {
    connection: connection(),
    prefix: '{bench}',
    lockDuration: 5_000,
    stalledInterval: 2_000,
    maxStalledCount: 10,
  },
)
await worker.waitUntilReady()
answerQuestions<string>(async (jobId) => {
  await queue.add('work', {}, { jobId })
  return true
})
