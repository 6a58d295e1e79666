/**
 * How long the shop's busiest queries take on a grown database, and how soon lost tasks are enqueued again:
 * fills a database in a temporary folder with orders (400,000 by default), prints the plan and time of each
 * query, then makes 100,000 of them overdue and lets two worker processes' sweepers find them. Exits with
 * code 1 when a plan reads a collection or the sweeps take more than a minute.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMain } from '../../scripts/processes/cli-error.ts'
import { startMongo } from '../../scripts/services/mongodb.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { fillOrders, measureQuestions } from './sweep/questions.ts'
import { measureSweeps } from './sweep/two-sweepers.ts'

const overdue = 100_000
const maxSeconds = 60

await runMain(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-sweep-'))
  const starting = [
    startMongo({ dataDir: join(dataDir, 'mongodb'), cacheGb: 0.5 }),
    startRedis({ dataDir: join(dataDir, 'redis') }),
  ] as const
  try {
    const [mongo, redis] = await Promise.all(starting)
    await fillOrders(mongo.uri, Number(process.argv[2] ?? 400_000))
    const isServed = await measureQuestions()
    const { queued, jobs, seconds } = await measureSweeps({
      mongodbUri: mongo.uri,
      redisUrl: redis.url,
      overdue,
    })
    if (!isServed || queued !== overdue || jobs !== overdue || seconds >= maxSeconds) process.exitCode = 1
  } finally {
    const started = await Promise.allSettled(starting)
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.stop(2_000) : undefined)))
    await rm(dataDir, { recursive: true, force: true })
  }
})
