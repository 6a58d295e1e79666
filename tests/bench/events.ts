import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OrderDoc, OrderModel, orderView } from '@jhatpat/shared/domain/orders/index.ts'
import { noTask } from '@jhatpat/shared/platform/due-tasks.ts'
import { openShop, type Shop } from '../../scripts/demo/shop.ts'
import { CliError } from '../../scripts/processes/cli-error.ts'
import type { Asking } from './events/page-main.ts'
import { judgedBy } from './kit/baseline.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { cloneOrders } from './kit/clone-orders.ts'
import { type Helper, startHelper } from './kit/helper.ts'
import { interleave, type Ratio, ratioOf } from './kit/paired-runs.ts'
import { linesOf, mean, percentile, withoutVerdict } from './kit/rows.ts'
import type { Result, Row, Suite } from './kit/suite.ts'
import { baselineChannel } from './sockets/baseline-channel.ts'
import { makeSocketClients, openPages } from './sockets/socket-clients.ts'

const sizes = {
  smoke: { turns: 1, events: 20, idle: 20 },
  quick: { turns: 2, events: 100, idle: 2_500 },
  whole: { turns: 2, events: 200, idle: 10_000 },
}
type Size = (typeof sizes)['quick']
const goals = { p50: 3, p99: 3, idle: 1.5 }
const line = linesOf('P2')

/** In ms. */
type Block = { p50: number; p99: number }
type Way = () => Promise<Block>

/**
 * From the commit of a status until its customer's page has it, compared with what Redis and Socket.IO need
 * for the same.
 */
export const events: Suite = {
  about: 'from the commit of a status to the browser, beside a bare publish; with 10,000 idle sockets',
  run: async ({ amount }): Promise<Result> => {
    const size = sizes[amount]
    // Copies of an order have no postings: the check would record that on each, which is another event.
    const env = { SOCKETS_PER_ADDRESS: '1000000', SOCKETS_PER_USER: '1000', CONTINUOUS_CHECK_MS: '0' }
    const shop = await startBenchShop({ env, buyers: 1 })
    const started: (() => void)[] = []
    const helper = async (script: string) => {
      const one = await startHelper(join(import.meta.dirname, script), shop.stack.env)
      started.push(one.stop)
      return one
    }
    try {
      const people = await openShop(shop.stack)
      started.push(people.close)
      const baseline = await helper('sockets/baseline-main.ts')
      const writer = await helper('events/writer-main.ts')
      // No page shares a process with the one that moves its order.
      const [baselinePage, page] = [await helper('events/page-main.ts'), await helper('events/page-main.ts')]
      const template = await makeManualOrder(people)
      const minimalServer = await baselineWay(shop, { baseline, page: baselinePage, template, size })
      const own = shopWay(shop, { people, writer, page, template, size })
      const alone = await compare(minimalServer, own, size.turns)
      const pages = await openPages(String(shop.stack.apiUrls[0]), await makeSocketClients(size.idle))
      const among = await compare(minimalServer, own, size.turns).finally(() => pages.close())
      // The 99th percentile is two events of a block, and noisier than the median: each is compared with a
      // baseline of its own.
      const [ofMiddle, ofSlowest] = [[alone.itself[0], among.itself[0]], alone.itself[1]]
      const judged = (itself: Ratio | Ratio[], rows: Row[]) =>
        judgedBy('P2', itself, amount === 'smoke' ? rows.map(withoutVerdict) : rows)
      return {
        rows: [
          ...judged(ofMiddle, middleOf(alone, among, size.idle)),
          ...judged(ofSlowest, slowestOf(alone, among, size.idle)),
        ],
        detail: { size, alone, among, servers: shop.servers },
      }
    } finally {
      for (const stop of started) stop()
      await shop.stop()
    }
  },
}

type Compared = { itself: [Ratio, Ratio]; pairedRuns: [Block, Block][] }

async function compare(minimalServer: Way, own: Way, turns: number): Promise<Compared> {
  await minimalServer()
  await own()
  const same = await interleave(turns, minimalServer, minimalServer)
  return {
    itself: [ratiosOf(same, 'p50'), ratiosOf(same, 'p99')],
    pairedRuns: await interleave(turns, minimalServer, own),
  }
}

const ratiosOf = (pairedRuns: [Block, Block][], what: keyof Block) =>
  ratioOf(pairedRuns.map(([one, other]) => [one[what], other[what]]))

const own = ({ pairedRuns }: Compared, what: keyof Block) => mean(pairedRuns.map(([, block]) => block[what]))

function middleOf(alone: Compared, among: Compared, idle: number): Row[] {
  const [without, within] = [ratiosOf(alone.pairedRuns, 'p50'), ratiosOf(among.pairedRuns, 'p50')]
  return [
    line.info('commit to browser p50, ms', own(alone, 'p50')),
    line.max('p50 to a bare publish', without, goals.p50),
    line.max(`p50 with ${idle} idle sockets to without`, within.median / without.median, goals.idle),
  ]
}

function slowestOf(alone: Compared, among: Compared, idle: number): Row[] {
  return [
    line.info('commit to browser p99, ms', own(alone, 'p99')),
    line.info(`commit to browser p99 with ${idle} idle sockets, ms`, own(among, 'p99')),
    line.max('p99 to a bare publish', ratiosOf(alone.pairedRuns, 'p99'), goals.p99),
  ]
}

/** An order that waits for an admin, created by the shop itself. A copy's notification would be another event. */
async function makeManualOrder({ buy }: Shop): Promise<OrderDoc> {
  const id = await buy({
    product: 'sitara-plus',
    item: 'Premium, 1 month',
    paymentmode: 'wallet',
    input1: 'page@mail.test',
    input2: '9000000001',
  })
  const order = await OrderModel.findById(id).lean<OrderDoc | null>()
  if (!order) throw new CliError(`${id} was not placed.`)
  return { ...order, due: { ...order.due, notify: noTask() } }
}

type BaselineParts = { baseline: Helper; page: Helper; template: OrderDoc; size: Size }

async function baselineWay(
  { redis }: BenchShop,
  { baseline, page, template, size }: BaselineParts,
): Promise<Way> {
  const url = `http://127.0.0.1:${await baseline.ask<number>('port')}`
  await page.ask({ kind: 'watch', url, ids: ['bare'] } satisfies Asking)
  // What the shop's own event has: the minimal server reads and writes the same.
  const view = orderView(template)
  let blocks = 0
  return () => {
    blocks += 1
    const block = blocks
    return blockOf(size.events, async (index) => {
      const data = { ...view, client_txn_id: `bare-${block}-${index}` }
      const seen = seenBy(page, data.client_txn_id)
      const sentAt = process.hrtime.bigint()
      await redis.publish(baselineChannel, JSON.stringify({ room: 'order:bare', data }))
      return { from: sentAt, to: await seen }
    })
  }
}

type Parts = { people: Shop; writer: Helper; page: Helper; template: OrderDoc; size: Size }

function shopWay(shop: BenchShop, { people, writer, page, template, size }: Parts): Way {
  let blocks = 0
  return async () => {
    blocks += 1
    const prefix = `E${blocks.toString().padStart(2, '0')}`
    const ids = await cloneOrders(template, { prefix, count: size.events })
    const url = String(shop.stack.apiUrls[0])
    await page.ask({ kind: 'watch', url, token: String(people.customer.token), ids } satisfies Asking)
    return blockOf(ids.length, async (index) => {
      const orderid = String(ids[index])
      const seen = seenBy(page, orderid)
      const committedAt = await writer.ask<string>({ orderid, adminToken: people.admin.token })
      return { from: BigInt(committedAt), to: await seen }
    })
  }
}

/** @returns when the page has it, in ns */
async function seenBy(page: Helper, id: string): Promise<bigint> {
  return BigInt(await page.ask<string>({ kind: 'seen', id } satisfies Asking))
}

async function blockOf(
  count: number,
  take: (index: number) => Promise<{ from: bigint; to: bigint }>,
): Promise<Block> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const { from, to } = await take(index)
    if (to <= from) throw new CliError('A page had an event before its change was committed.')
    times.push(Number(to - from) / 1e6)
    await sleep(5)
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
