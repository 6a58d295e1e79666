/** Releases held orders as a worker process does, but as quickly as it can. */
import { OrderModel, releaseHeldOrders } from '@jhatpat/shared/domain/orders/index.ts'
import { systemClock as clock } from '@jhatpat/shared/platform/clock.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { createQueues } from '@jhatpat/shared/platform/queues.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { answerQuestions } from '../kit/helper.ts'
import { grownMbDuring } from '../kit/process-metrics.ts'

export type Release = { mongodbUri: string; redisUrl: string; incident: string; passes: number }
export type Released = { orders: number; seconds: number; grewMb: number }

const env = { QUEUE_PREFIX: 'bench' } as Env
const log = createLogger('bench', 'warn')
/** Pages are not the subject. */
const publisher = { publish: () => undefined, disconnect: () => undefined }

answerQuestions(async ({ mongodbUri, redisUrl, incident, passes }: Release): Promise<Released> => {
  await connectMongo(mongodbUri, log)
  const redis = connectRedis(redisUrl, log)
  const queues = createQueues({ redis, prefix: env.QUEUE_PREFIX, clock, log })
  const deps = { clock, env, log, redis, queues, publisher }
  const { seconds, grewMb } = await grownMbDuring(async () => {
    for (let pass = 0; pass < passes; pass += 1) await releaseHeldOrders(deps)
  })
  const orders = await OrderModel.countDocuments({
    'hold.incident': incident,
    'hold.releasedAt': { $ne: null },
    'due.fulfil.at': { $ne: null },
  })
  return { orders, seconds, grewMb }
})
