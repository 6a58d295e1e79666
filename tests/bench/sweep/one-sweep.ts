/** One sweep through the orders to be bought, in its own process, on MONGODB_URI and REDIS_URL. */

import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { fulfilOrderName } from '@jhatpat/shared/domain/orders/index.ts'
import { systemClock } from '@jhatpat/shared/platform/clock.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { createQueues } from '@jhatpat/shared/platform/queues.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'
import { sweepPrefix } from './sweep-prefix.ts'

const log = createLogger('sweep', 'warn')
const { MONGODB_URI = '', REDIS_URL = '' } = process.env
await connectMongo(MONGODB_URI, log)
const redis = connectRedis(REDIS_URL, log)
const queues = createQueues({ redis, prefix: sweepPrefix, clock: systemClock, log })
const work = dueTasks.find(({ name }) => name === fulfilOrderName)
if (!work) throw new Error('orders owe no fulfilment')
const startedAt = performance.now()
const { queued } = await sweep(work, { clock: systemClock, queues }, 3_000)
console.log(`one sweeper queued ${queued} in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
await queues.close()
redis.disconnect()
await disconnectMongo()
