/** Sweeps once through the orders to be bought, as a worker process does. */
import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { fulfilOrderName } from '@jhatpat/shared/domain/orders/index.ts'
import { systemClock } from '@jhatpat/shared/platform/clock.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { createQueues } from '@jhatpat/shared/platform/queues.ts'
import { connectRedis } from '@jhatpat/shared/platform/redis.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'
import { answerQuestions } from '../kit/helper.ts'
import { grownMbDuring } from '../kit/process-metrics.ts'
import { sweepPrefix } from './sweep-prefix.ts'

export type SweepResult = { queued: number; seconds: number; grewMb: number }

answerQuestions(
  async ({ mongodbUri, redisUrl }: { mongodbUri: string; redisUrl: string }): Promise<SweepResult> => {
    const log = createLogger('sweep', 'warn')
    await connectMongo(mongodbUri, log)
    const redis = connectRedis(redisUrl, log)
    const queues = createQueues({ redis, prefix: sweepPrefix, clock: systemClock, log })
    const work = dueTasks.find(({ name }) => name === fulfilOrderName)
    if (!work) throw new Error('orders owe no fulfilment')
    const { result, seconds, grewMb } = await grownMbDuring(() =>
      sweep(work, { clock: systemClock, queues }, 3_000),
    )
    return { queued: result.queued, seconds, grewMb }
  },
)
