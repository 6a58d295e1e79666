import { join } from 'node:path'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { compareWithBaseline, judgedBy } from './kit/baseline.ts'
import { type BenchShop, type Buyer, startBenchShop } from './kit/bench-shop.ts'
import { benchItems, placeMany } from './kit/buy-many.ts'
import { type Helper, startHelper } from './kit/helper.ts'
import { cpuMsOf } from './kit/process-metrics.ts'
import { requestMany } from './kit/request-many.ts'
import { linesOf, mean } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'

/** Requests in a block; processor time is counted in hundredths of a second. */
const sizes = {
  smoke: { turns: 1, reads: 100, posts: 50 },
  quick: { turns: 2, reads: 1_000, posts: 300 },
  whole: { turns: 3, reads: 2_000, posts: 600 },
}
const maxRatio = { read: 1.8, post: 2 }
const clients = 16
const baselineBuyers = Array.from({ length: clients }, (_, index) => `bare-${index}`)
const line = linesOf('P4')

/** The api's processor time for reading an order, and for placing one with manual delivery. */
export const http: Suite = {
  about: 'processor time of a call beside a bare route of Express',
  run: async ({ amount }) => {
    const { turns, reads, posts } = sizes[amount]
    const shop = await startBenchShop({ buyers: clients })
    let baseline: Helper | undefined
    try {
      baseline = await startHelper(join(import.meta.dirname, 'http/baseline-main.ts'), shop.stack.env)
      const url = `http://127.0.0.1:${await baseline.ask<number>({ buyers: baselineBuyers })}`
      const ids = await ordersOf(shop)
      const api = shop.stack.processes.find(({ role }) => role === 'api')?.pid as number
      const one = new URL(`/order/${ids[0]}`, url)
      const read = await compareWithBaseline(
        turns,
        perCall(baseline.pid, reads, () => requestMany({ count: reads, clients }, () => ({ url: one }))),
        perCall(api, reads, () => readOwn(shop, ids, reads)),
      )
      const body = (client: number) =>
        JSON.stringify({ ...benchItems.manual, userid: baselineBuyers[client] })
      const place = new URL('/order', url)
      const post = await compareWithBaseline(
        turns,
        perCall(baseline.pid, posts, () =>
          requestMany({ count: posts, clients }, (client) => ({ url: place, body: body(client) })),
        ),
        perCall(api, posts, () =>
          placeMany(shop, { buyers: shop.buyers, count: posts, what: benchItems.manual }),
        ),
      )
      const own = (pairedRuns: [number, number][]) => mean(pairedRuns.map(([, ms]) => ms))
      return {
        rows: [
          ...judgedBy('P4', read.itself, [
            line.max('reading an order, processor to a bare route', read.ratio, maxRatio.read),
            line.info('reading an order, ms of processor', own(read.pairedRuns)),
          ]),
          ...judgedBy('P4', post.itself, [
            line.max('placing an order, processor to a bare route', post.ratio, maxRatio.post),
            line.info('placing an order, ms of processor', own(post.pairedRuns)),
          ]),
        ],
        detail: { clients, read, post, servers: shop.servers },
      }
    } finally {
      baseline?.stop()
      await shop.stop()
    }
  },
}

/** Each buyer requests their own order, as their page does. */
function readOwn(shop: BenchShop, own: string[], count: number): Promise<unknown> {
  const url = new URL(`/api${orderStatus.path}`, shop.stack.apiUrls[0])
  const date = istDay(new Date())
  return requestMany({ count, clients }, (client) => {
    const { token } = shop.buyers[client] as Buyer
    const body = JSON.stringify({ client_txn_id: own[client], date, key: 'storefront' })
    return { url, headers: { authorization: `Bearer ${token}` }, body }
  })
}

/** One order of each buyer. */
async function ordersOf(shop: BenchShop): Promise<string[]> {
  const own: string[] = []
  for (const buyer of shop.buyers) {
    const { ids } = await placeMany(shop, { buyers: [buyer], count: 1, what: benchItems.manual })
    own.push(...ids)
  }
  return own
}

/** Milliseconds of one process's processor time for each of `count` calls. */
const perCall = (pid: number, count: number, work: () => Promise<unknown>) => async () => {
  const before = await cpuMsOf([pid])
  await work()
  return ((await cpuMsOf([pid])) - before) / count
}
