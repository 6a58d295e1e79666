import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { openShop, type Shop } from '../../scripts/demo/shop.ts'
import { isAlive } from '../../scripts/processes/process-alive.ts'
import { compareWithBaseline, judgedBy } from './kit/baseline.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { benchItems, placeMany } from './kit/buy-many.ts'
import { type Helper, startHelper } from './kit/helper.ts'
import { linesOf } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'
import { until } from './kit/until.ts'

const turns = { smoke: 1, quick: 1, whole: 2 }
const goals = { times: 1.2, seconds: 10 }
/** From the beginning of the work to the kill: the lock has the same age in every round. */
const intoWorkMs = 500
const line = linesOf('P5')

/** Of two workers the one that has just sent a purchase is killed: time until its order has ended, in s. */
export const recovery: Suite = {
  about: 'kill -9 of a worker in mid-purchase until its order has ended, beside bare BullMQ',
  run: async ({ amount }) => {
    const shop = await startBenchShop({ buyers: 1, workers: 2 })
    const baseline = baselineWorkers(shop)
    let vendors: Shop | undefined
    try {
      const opened = await openShop(shop.stack)
      vendors = opened
      const compared = await compareWithBaseline(turns[amount], baseline.killed, () => killedIn(shop, opened))
      const seconds = compared.pairedRuns.map(([, own]) => own)
      return {
        rows: [
          ...judgedBy('P5', compared.itself, [
            line.max('killed in mid-purchase to ended, to bare BullMQ', compared.ratio, goals.times),
          ]),
          line.max('the longest, s', Math.max(...seconds), goals.seconds),
        ],
        detail: { ...compared, servers: shop.servers },
      }
    } finally {
      baseline.stop()
      vendors?.close()
      await shop.stop()
    }
  },
}

function baselineWorkers({ stack, redis }: BenchShop) {
  const script = join(import.meta.dirname, 'recovery/baseline-main.ts')
  const workers: Helper[] = []
  let jobs = 0
  const killed = async () => {
    while (workers.length < 2) workers.push(await startHelper(script, stack.env))
    jobs += 1
    const id = `job-${jobs}`
    await workers[0]?.ask(id)
    const holder = Number(await until(() => redis.get(`{bench}:held:${id}`)))
    await sleep(intoWorkMs)
    const index = workers.findIndex(({ pid }) => pid === holder)
    workers.splice(index, 1)[0]?.stop()
    const killedAt = performance.now()
    await until(() => redis.get(`{bench}:ended:${id}`))
    return (performance.now() - killedAt) / 1_000
  }
  const stop = () => {
    for (const worker of workers) worker.stop()
  }
  return { killed, stop }
}

async function killedIn(shop: BenchShop, vendors: Shop): Promise<number> {
  const [asleep, busy] = await until(async () => {
    const pids = shop.stack.processes.filter(({ role }) => role === 'workers').map(({ pid }) => pid)
    return pids.every((pid) => pid > 0 && isAlive(pid)) && pids.length === 2 && pids
  })
  // A restarted worker takes no jobs yet.
  await sleep(4_000)
  await vendors.set('moogold', { replyDelayMs: 20_000 })
  // A stopped process takes no jobs, so that the other one does.
  process.kill(asleep as number, 'SIGSTOP')
  const { ids } = await placeMany(shop, { buyers: shop.buyers, count: 1, what: benchItems.moogold })
  const _id = String(ids[0])
  await until(() => OrderModel.exists({ _id, 'units.state': 'sending' })).finally(() =>
    process.kill(asleep as number, 'SIGCONT'),
  )
  await sleep(intoWorkMs)
  await vendors.set('moogold', { replyDelayMs: 0 })
  process.kill(busy as number, 'SIGKILL')
  const killedAt = performance.now()
  await until(() => OrderModel.exists({ _id, status: 'Completed' }))
  return (performance.now() - killedAt) / 1_000
}
