import { join } from 'node:path'
import { fulfilOrderJob, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { systemClock } from '@jhatpat/shared/platform/clock.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { createQueues } from '@jhatpat/shared/platform/queues.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { startHelper } from '../kit/helper.ts'
import type { SweepResult } from './sweep-main.ts'
import { sweepPrefix } from './sweep-prefix.ts'

const batch = 5_000

type Where = { mongodbUri: string; redisUrl: string; overdue: number }

/**
 * Makes orders overdue whose jobs are lost, and lets two processes sweep until there are none.
 * @returns the duration; the number of orders that were swept once and have a job; the number of jobs; by how
 * much the process grew that grew most
 */
export async function measureSweeps({
  mongodbUri,
  redisUrl,
  overdue,
}: Where): Promise<{ queued: number; jobs: number; seconds: number; grewMb: number }> {
  const found = await OrderModel.find().sort({ _id: 1 }).limit(overdue).select('_id').lean()
  const ids = found.map(({ _id }) => _id)
  const at = new Date(Date.now() - 60_000)
  await OrderModel.updateMany(
    { _id: { $in: ids } },
    { $set: { status: 'Processing', 'due.fulfil': { at, seq: 1 }, 'due.sweepCount': 0 } },
  )
  const script = join(import.meta.dirname, 'sweep-main.ts')
  const sweepers = await Promise.all([startHelper(script), startHelper(script)])
  const startedAt = performance.now()
  const swept = await Promise.all(
    sweepers.map((sweeper) => sweeper.ask<SweepResult>({ mongodbUri, redisUrl })),
  ).finally(() => {
    for (const sweeper of sweepers) sweeper.stop()
  })
  const seconds = (performance.now() - startedAt) / 1_000
  const grewMb = Math.max(...swept.map((one) => one.grewMb))
  const { queued, jobs } = await countQueued(ids, redisUrl)
  console.log(
    `${queued} of ${ids.length} overdue orders have ${jobs} jobs in line, by two, in ${seconds.toFixed(1)} s`,
  )
  return { queued, jobs, seconds, grewMb }
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
