import { type Balancer, startBalancer } from '../environment/balancer.ts'
import type { NodeProcess } from '../environment/node-process.ts'
import {
  type RedisWithFailover,
  startClusterRedis,
  startSentinelRedis,
} from '../environment/redis-with-failover.ts'
import { sleep, waitFor } from '../environment/wait.ts'
import { probeOrder } from '../load/probe.ts'
import type { Scale, Scenario, Stage } from '../load/scenario.ts'

const apis = 3
const workers = 4
/** As `stop_grace_period` in production. */
const graceMs = 60_000
const loadEveryMs = 8_000
const ordersOfLoad: Record<Scale, number> = { quick: 12, usual: 24, long: 120 }
const failoverPromisedMs = 20_000

type Form = {
  number: number
  title: string
  /** Without it: the environment's own server. */
  startRedis?(stage: Stage): Promise<RedisWithFailover>
}

const forms: readonly Form[] = [
  { number: 21, title: 'processes are added and removed under load' },
  {
    number: 22,
    title: 'processes are added and removed, and a primary of a Redis Cluster is lost',
    startRedis: ({ environment: { folder } }) => startClusterRedis(folder, 'faults'),
  },
  {
    number: 23,
    title: 'processes are added and removed, and Redis fails over by Sentinel',
    startRedis: ({ environment: { folder } }) => startSentinelRedis(folder),
  },
]

/**
 * Workers 1 → 4 → 1 and api processes 1 → 3 → 1 while orders flow: the first processes are removed, the last remain.
 * Each is removed by SIGTERM alone, and the balancer before the api sees only that it is not ready any more.
 */
export const processesAddedAndRemoved: readonly Scenario[] = forms.map(({ number, title, startRedis }) => ({
  number,
  title,
  quick: false,
  environment: { apis, workers, areStarted: false, settings: { SHUTDOWN_DELAY_MS: '5000' } },
  async run(stage) {
    const redis = await startRedis?.(stage)
    let balancer: Balancer | undefined
    try {
      const addEnv = redis ? { REDIS_URL: redis.url } : {}
      await add(stage, [stage.environment.workers[0]!, stage.environment.apis[0]!], addEnv)
      balancer = await putBehindBalancer(stage)
      await growAndShrink(stage, { redis, addEnv })
    } finally {
      await balancer?.stop()
      await redis?.stop()
    }
  },
}))

type Parts = { redis: RedisWithFailover | undefined; addEnv: Record<string, string> }

async function growAndShrink(stage: Stage, { redis, addEnv }: Parts): Promise<void> {
  const { environment, settled } = stage
  const load = startSteadyLoad(stage)
  const reads = startReading(environment.apiUrls[0]!)
  try {
    await untilEachWorks(stage, [environment.apis[0]!, environment.workers[0]!])
    await add(stage, [...environment.workers.slice(1), ...environment.apis.slice(1)], addEnv)
    await untilEachWorks(stage, [...environment.workers, ...environment.apis])
    if (redis) await failOver(stage, redis)
    await remove(stage, [...environment.workers.slice(0, -1), ...environment.apis.slice(0, -1)])
    await untilEachWorks(stage, [environment.workers.at(-1)!, environment.apis.at(-1)!])
  } finally {
    await Promise.all([load.stop(), reads.stop()])
  }
  await settled()
  const { count, failed } = reads
  stage.note(`${count()} reads, of which ${failed()} failed`)
  stage.expect(count() > 0 && failed() === 0, `${failed()} of ${count()} reads failed`)
  expectNothingRefused(stage)
  if (!redis) expectNoFailedJob(stage)
}

async function putBehindBalancer({ environment }: Stage): Promise<Balancer> {
  const balancer = await startBalancer([...environment.apiUrls])
  environment.apiUrls.splice(0, environment.apiUrls.length, balancer.url)
  await environment.simulators.setAppUrl(balancer.url)
  return balancer
}

/** Customers come until `stop`, however long the processes take to start and to end. */
function startSteadyLoad(stage: Stage): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = (async () => {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      await stage.load({
        ...{ mix: 'every', spreadMs: loadEveryMs, maxPages: 6 },
        count: ordersOfLoad[stage.scale],
        admin: round === 0,
      })
      await sleep(loadEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  running.catch(() => undefined)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Orders are too few to meet the moment in which a port is closed: these come fifty times a second. */
function startReading(url: string) {
  let stopped = false
  let count = 0
  let failed = 0
  const read = async () => {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(8_000) }).catch(
      () => undefined,
    )
    await answer?.arrayBuffer().catch(() => undefined)
    count += 1
    if (!answer?.ok) failed += 1
  }
  const running = (async () => {
    const open = new Set<Promise<void>>()
    while (!stopped) {
      const one = read().finally(() => open.delete(one))
      open.add(one)
      await sleep(20)
    }
    await Promise.all(open)
  })()
  return {
    count: () => count,
    failed: () => failed,
    stop: async () => {
      stopped = true
      await running
    },
  }
}

async function add(
  { note }: Stage,
  processes: readonly NodeProcess[],
  addEnv: Record<string, string>,
): Promise<void> {
  for (const process of processes) {
    await process.start({ addEnv })
    note(`${process.name} is added`)
  }
}

async function remove({ note, expect }: Stage, processes: readonly NodeProcess[]): Promise<void> {
  for (const process of processes) {
    note(`${process.name} is to end`)
    const unclean = await process.stop(graceMs)
    expect(unclean === null, `${process.name} did not end in order: ${unclean}`)
    note(`${process.name} is removed`)
  }
}

/** Until each process has placed or sent an order from now on. */
async function untilEachWorks(stage: Stage, processes: readonly NodeProcess[]): Promise<void> {
  const from = Date.now()
  const isStep = (step: unknown) => step === 'placed' || step === 'sent'
  const idle = () =>
    processes.filter(({ log }) => !log.some(({ at, line }) => at > from && isStep(line.step)))
  await waitFor('each process works', () => idle().length === 0, { limitMs: 40_000 }).catch(() => undefined)
  for (const { name } of idle()) stage.expect(false, `${name} has not worked on any order`)
}

async function failOver(stage: Stage, redis: RedisWithFailover): Promise<void> {
  const { environment, note, recovered } = stage
  note('the primary of Redis is killed')
  const killedAt = Date.now()
  const placed = probeOrder(stage, 1)
  await redis.failOver()
  note(`its replica took over after ${Date.now() - killedAt} ms`)
  const orders = environment.db.collection<{ _id: string }>('orders')
  const id = await placed
  await waitFor('an order is delivered', async () => {
    return (await orders.countDocuments({ _id: id, status: 'Completed' })) === 1
  }).catch(() => undefined)
  recovered(
    'an order of the moment of the failover was delivered after',
    Date.now() - killedAt,
    failoverPromisedMs,
  )
}

/** A customer sees nothing of it: no request fails, not even one that would be repeated. */
function expectNothingRefused({ requests, expect }: Stage): void {
  const failed = requests()
    .flatMap(({ attempts }) => attempts)
    .filter(({ status }) => status === 0 || status >= 500)
  const [first] = failed
  expect(
    failed.length === 0,
    `${failed.length} requests failed, the first by ${first?.status} ${first?.code}`,
  )
  const gaveUp = requests().filter((request) => request.gaveUp).length
  expect(gaveUp === 0, `${gaveUp} customers gave up`)
}

function expectNoFailedJob({ environment, expect }: Stage): void {
  const failed = environment.workers.flatMap(({ log }) => log).filter(({ line }) => line.msg === 'job failed')
  expect(failed.length === 0, `${failed.length} jobs failed: ${String(failed[0]?.line.err)}`)
}
