import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fulfilOrderJob, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { systemClock } from '@jhatpat/shared/platform/clock.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { createQueues } from '@jhatpat/shared/platform/queues.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { sweepPrefix } from './sweep-prefix.ts'

const batch = 5_000

type Where = { mongodbUri: string; redisUrl: string; overdue: number }

/**
 * Makes orders overdue whose jobs are lost, and lets two processes sweep until there are none.
 * @returns the duration; the number of orders that were swept once and have a job; the number of jobs
 */
export async function measureSweeps({
  mongodbUri,
  redisUrl,
  overdue,
}: Where): Promise<{ queued: number; jobs: number; seconds: number }> {
  const found = await OrderModel.find().sort({ _id: 1 }).limit(overdue).select('_id').lean()
  const ids = found.map(({ _id }) => _id)
  const at = new Date(Date.now() - 60_000)
  await OrderModel.updateMany(
    { _id: { $in: ids } },
    { $set: { status: 'Processing', 'due.fulfil': { at, seq: 1 }, 'due.sweepCount': 0 } },
  )
  const env = { ...process.env, MONGODB_URI: mongodbUri, REDIS_URL: redisUrl }
  const startedAt = performance.now()
  const sweepers = [1, 2].map(() =>
    spawn(process.execPath, [fileURLToPath(new URL('one-sweep.ts', import.meta.url))], {
      env,
      stdio: 'inherit',
    }),
  )
  const codes = await Promise.all(
    sweepers.map(async (sweeper) => (await once(sweeper, 'exit'))[0] as number | null),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  if (codes.some((code) => code !== 0)) throw new Error(`The sweepers ended with ${codes.join(' and ')}.`)
  const { queued, jobs } = await countQueued(ids, redisUrl)
  console.log(
    `${queued} of ${ids.length} overdue orders have ${jobs} jobs in line, by two, in ${seconds.toFixed(1)} s`,
  )
  return { queued, jobs, seconds }
}

/** The order's document is only half of the result: without a job in Redis no worker takes it. */
async function countQueued(ids: string[], redisUrl: string): Promise<{ queued: number; jobs: number }> {
  const log = createLogger('sweep', 'warn')
  const redis = connectRedis(redisUrl, log)
  const queues = createQueues({ redis, prefix: sweepPrefix, clock: systemClock, log })
  try {
    let queued = 0
    for (let from = 0; from < ids.length; from += batch) {
      const some = { _id: { $in: ids.slice(from, from + batch) } }
      const stamped = await OrderModel.find({ ...some, 'due.fulfil.seq': 2, 'due.sweepCount': 1 }).lean<
        OrderDoc[]
      >()
      const where = await queues.locateJobs(
        stamped.map((order) => ({ job: fulfilOrderJob(order), id: order._id, seq: order.due.fulfil.seq })),
      )
      // Overdue jobs count as enqueued: no worker runs here that would take them.
      queued += where.filter((one) => one !== 'missing').length
    }
    const counts = await Promise.all(Object.values(queues.all).map((queue) => queue.count()))
    return { queued, jobs: counts.reduce((sum, count) => sum + count, 0) }
  } finally {
    await queues.close()
    redis.disconnect()
  }
}
