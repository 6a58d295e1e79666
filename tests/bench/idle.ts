import { setTimeout as sleep } from 'node:timers/promises'
import { terminalReporter } from '../../scripts/launcher/reporter.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { benchItems, buyOneByOne } from './kit/buy-many.ts'
import { commandRates, readCommandTotals } from './kit/command-totals.ts'
import { createMeter } from './kit/process-metrics.ts'
import { linesOf, percentile, withoutVerdict } from './kit/rows.ts'
import type { Row, Suite } from './kit/suite.ts'

/** Processor time of all processes together, in ms a second. */
const maxCpuMs = 15
/** Of the first order after the rest to those before: nothing may wake up later for it. */
const maxFirstOrder = 1.5

/** Orders before the rest, seconds until compiled code and the orders' last tasks have settled, seconds of rest. */
const sizes = {
  smoke: { orders: 3, settleS: 2, restS: 5 },
  quick: { orders: 9, settleS: 20, restS: 30 },
  whole: { orders: 25, settleS: 60, restS: 120 },
}

const line = linesOf('P17')

/** The whole shop without an order or an open page, and the first order afterwards. */
export const idle: Suite = {
  about: 'a shop at rest: its processors and commands while nothing is ordered',
  run: async ({ amount }) => {
    const { orders, settleS, restS } = sizes[amount]
    const shop = await startBenchShop({ buyers: 1 })
    const { step } = terminalReporter()
    try {
      const before = await orderTimes(shop, orders)
      await step('Until it has settled', () => sleep(settleS * 1_000))
      const rest = await step('At rest', () => measureRest(shop, restS))
      const after = await orderTimes(shop, 1)
      const first = line.max(
        'first order after it, paid → Completed, to those before',
        percentile(after, 0.5) / percentile(before, 0.5),
        maxFirstOrder,
      )
      const rows = [...rest.rows, first]
      return {
        rows: amount === 'smoke' ? rows.map(withoutVerdict) : rows,
        detail: { settleS, restS, ...rest.rates, orderMs: { before, after }, servers: shop.servers },
      }
    } finally {
      await shop.stop()
    }
  },
}

async function orderTimes(shop: BenchShop, count: number): Promise<number[]> {
  const times = await buyOneByOne(shop, { buyer: shop.family, count, what: benchItems.moogold })
  return times['paid → Completed']
}

async function measureRest({ redis, processes }: BenchShop, seconds: number) {
  const before = await readCommandTotals(redis)
  const { spent } = await createMeter(redis, processes).spentBy(() => sleep(seconds * 1_000))
  const rows: Row[] = [
    ...Object.entries(spent.cpuOf).map(([role, ms]) =>
      line.info(`at rest, CPU ms a second of ${role}`, ms / seconds),
    ),
    line.max('at rest, CPU ms a second of all', spent.cpuMs / seconds, maxCpuMs),
    line.info('at rest, MongoDB commands a second', spent.mongo / seconds),
    line.info('at rest, documents written a second', spent.documents / seconds),
    line.info('at rest, Redis commands a second, inside scripts too', spent.redis / seconds),
  ]
  return { rows, rates: commandRates(before, await readCommandTotals(redis), seconds) }
}
