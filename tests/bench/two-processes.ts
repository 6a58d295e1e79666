import { availableParallelism, cpus } from 'node:os'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { compareWithBaseline, judgedBy } from './kit/baseline.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { benchItems, buyMany } from './kit/buy-many.ts'
import { cpuMsOf } from './kit/process-metrics.ts'
import { linesOf, mean, withoutVerdict } from './kit/rows.ts'
import type { Row, Suite } from './kit/suite.ts'

const sizes = {
  smoke: { turns: 1, orders: 20 },
  quick: { turns: 1, orders: 200 },
  whole: { turns: 3, orders: 600 },
}
const minRatio = 1.6
/**
 * Minimum share of the machine that one process of each kind must leave free, otherwise two cannot do more.
 */
const minHeadroom = 0.4
const line = linesOf('P11')

/** Processor time of each kind of process, and of the whole machine, in ms per elapsed ms. */
type Busy = Record<string, number>

/** Two shops, with one and two processes of each kind, measured alternately. */
export const twoProcesses: Suite = {
  about: 'two api and two worker processes beside one of each',
  run: async ({ amount }) => {
    const { turns, orders } = sizes[amount]
    const single = await startBenchShop()
    const double = await startDouble(single)
    const busy: Record<'single' | 'double', Busy[]> = { single: [], double: [] }
    const buyIn = (shop: BenchShop, kept: Busy[]) => async () => {
      await disconnectMongo()
      await connectMongo(String(shop.stack.env.MONGODB_URI), createLogger('bench', 'silent'))
      const { result, shares } = await busyDuring(shop, () =>
        buyMany(shop, { buyers: shop.buyers, count: orders, what: benchItems.moogold }),
      )
      kept.push(shares)
      return result.perSecond
    }
    try {
      const cores = availableParallelism()
      const used = () => mean(busy.single.map(({ machine = 0 }) => machine))
      const hasRoom = () => 1 - used() / cores >= minHeadroom
      const [one, other] = [buyIn(single, busy.single), buyIn(double, busy.double)]
      await one()
      const compared = await compareWithBaseline(hasRoom() ? turns : 1, one, other)
      const row = line.min('orders/s of two of each, to one of each', compared.ratio, minRatio)
      return {
        rows: judgedBy('P11', compared.itself, [
          hasRoom() && amount !== 'smoke' ? row : withoutVerdict(row),
          line.info(`cores busy with one of each, of ${cores}${hasRoom() ? '' : ': no headroom'}`, used()),
          ...sharesOf(busy.double),
        ]),
        detail: { compared, cores, busy, servers: single.servers },
      }
    } finally {
      await Promise.allSettled([double.stop(), single.stop()])
    }
  },
}

async function startDouble(single: BenchShop): Promise<BenchShop> {
  try {
    await disconnectMongo()
    return await startBenchShop({ apis: 2, workers: 2 })
  } catch (error) {
    await single.stop()
    throw error
  }
}

function sharesOf(all: Busy[]): Row[] {
  const names = Object.keys(all[0] ?? {})
  return names.map((name) =>
    line.info(`cores busy with two of each: ${name}`, mean(all.map((one) => one[name] ?? 0))),
  )
}

async function busyDuring<T>(shop: BenchShop, work: () => Promise<T>): Promise<{ result: T; shares: Busy }> {
  const kinds = Map.groupBy(shop.stack.processes, ({ role }) => role)
  const readTimes = async () => {
    const times: Busy = { machine: machineMs(), clients: await cpuMsOf([process.pid]) }
    for (const [role, all] of kinds) times[role] = await cpuMsOf(all.map(({ pid }) => pid))
    return times
  }
  const [before, startedAt] = [await readTimes(), performance.now()]
  const result = await work()
  const [after, tookMs] = [await readTimes(), performance.now() - startedAt]
  const shares = Object.entries(after).map(([kind, ms]) => [kind, (ms - (before[kind] ?? 0)) / tookMs])
  return { result, shares: Object.fromEntries(shares) }
}

/** Total processor time of the machine since it was started. */
function machineMs(): number {
  return cpus().reduce((sum, { times: { idle: _idle, ...busy } }) => {
    return sum + Object.values(busy).reduce((all, ms) => all + ms, 0)
  }, 0)
}
