import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { Refusal } from '../refusal.ts'
import { startMongo } from '../services/mongodb.ts'
import { startRedis } from '../services/redis.ts'
import { fillOrders } from '../sweep/questions.ts'
import { measureSweeps } from '../sweep/two-sweepers.ts'
import { linesOf, unjudged } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'

const sizes = {
  smoke: { orders: 2_000, overdue: 500 },
  quick: { orders: 40_000, overdue: 20_000 },
  whole: { orders: 200_000, overdue: 100_000 },
}
const secondsAtMost = 60

/** Redis was lost whole: two worker processes find what is overdue in MongoDB and queue each of it again, once. */
export const sweeps: Suite = {
  about: '100,000 overdue orders after Redis was emptied: until all are queued again',
  run: async ({ amount }) => {
    const { orders, overdue } = sizes[amount]
    const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-sweep-'))
    const mongo = await startMongo({ dataDir: join(dataDir, 'mongodb'), cacheGb: 0.5 })
    const redis = await startRedis({ dataDir: join(dataDir, 'redis') })
    try {
      await fillOrders(mongo.uri, orders)
      const swept = await measureSweeps({ mongodbUri: mongo.uri, redisUrl: redis.url, overdue })
      if (swept.taken !== overdue) {
        throw new Refusal(`Of ${overdue} overdue orders ${swept.taken} were queued again once.`)
      }
      const measure = `${overdue} overdue: until queued again, s`
      const row = linesOf('P14').atMost(measure, swept.seconds, secondsAtMost)
      return {
        // The goal is about 100,000.
        rows: [amount === 'whole' ? row : unjudged(row)],
        detail: { orders, ...swept },
      }
    } finally {
      await disconnectMongo()
      await Promise.all([mongo.stop(2_000), redis.stop(2_000)])
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
