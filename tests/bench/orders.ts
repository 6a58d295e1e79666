import { terminalReporter } from '../../scripts/launcher/reporter.ts'
import { judgedBy } from './kit/baseline.ts'
import { type BenchShop, clients, startBenchShop } from './kit/bench-shop.ts'
import { type AloneTimes, type Bought, benchItems, buyMany, buyOneByOne } from './kit/buy-many.ts'
import { type Commands, countCommands } from './kit/count-commands.ts'
import { interleave, type Ratio, ratioOf } from './kit/paired-runs.ts'
import { createMeter, memoryMbOf, type Spent } from './kit/process-metrics.ts'
import { linesOf, mean, percentile, withoutVerdict } from './kit/rows.ts'
import type { Result, Row, Suite } from './kit/suite.ts'
import { type MinimalServer, type MinimalServerTask, startMinimalServer } from './orders/minimal-server.ts'
import { profileOrders } from './orders/profile.ts'

/** The goals. Ratios are to the minimal server of the same kind. */
const goals = {
  moogold: 0.6,
  smileone: 0.6,
  oneWallet: 0.35,
  cpuMs: 7,
  documents: 12,
  mongo: 6,
  redis: 25,
  memoryMb: 160,
}

/**
 * How much is measured (`smoke`: only whether it still runs): rounds of minimal server, shop, shop, minimal
 * server; orders in a block; orders that are placed one by one.
 */
const sizes = {
  smoke: { turns: 1, orders: 40, minimalServer: 80, alone: 3 },
  quick: { turns: 2, orders: 300, minimalServer: 2_000, alone: 30 },
  whole: { turns: 3, orders: 600, minimalServer: 2_500, alone: 100 },
}
type Size = (typeof sizes)['quick']

/** The memory goal applies to a process after this many orders. */
const ordersBefore = 10_000

/**
 * What an order costs, compared with the least that it can cost: wallet orders to Completed through each
 * supplier, on many wallets and on one, against the minimal server (`orders/minimal-server.ts`) measured in
 * between. Without a verdict where the minimal server differs from itself.
 */
export const orders: Suite = {
  about:
    'orders to Completed beside the least of databases and libraries; their processors, commands, memory',
  run: async ({ amount, profile }): Promise<Result> => {
    const size = sizes[amount]
    if (profile) return profileOrders(size.orders)
    const shop = await startBenchShop()
    const minimalServer = await startMinimalServer(shop)
    try {
      const measured = await measure(shop, minimalServer, size)
      const rows = judgedBy('P1', measured.floorsToThemselves, rowsOf(measured))
      return { rows, detail: { servers: shop.servers, clients, size, ...measured } }
    } finally {
      minimalServer.stop()
      await shop.stop()
    }
  },
}

type Way = { toWrites: Ratio; toCalls: Ratio; blocks: Bought[]; spent: Spent[]; commands: Commands }
type Measured = {
  floorsToThemselves: Ratio[]
  minimalServerPerSecond: number
  minimalServerCommands: Commands
  moogold: Way
  smileone: Way
  oneWallet: { ratio: Ratio; blocks: Bought[] }
  /** Orders that are alone in the shop. */
  alone: AloneTimes
  /** Number of orders bought when memory was measured. */
  orders: number
  memoryMb: { name: string; mb: number }[]
}

async function measure(shop: BenchShop, minimalServer: MinimalServer, size: Size): Promise<Measured> {
  const run = (kind: MinimalServerTask) => () =>
    minimalServer.run(kind, kind === 'with_calls' ? size.minimalServer / 4 : size.minimalServer)
  const { step } = terminalReporter()
  // The first run of each is a warm-up of connections, scripts and compiled code.
  await run('writes')()
  await run('with_calls')()
  await run('one_wallet')()
  const same = await step('The floor against itself', () =>
    interleave(size.turns, run('writes'), run('writes')),
  )
  const calls = await interleave(size.turns, run('with_calls'), run('with_calls'))
  const updates = await interleave(size.turns, run('one_wallet'), run('one_wallet'))
  const minimalServerPerSecond = same.flat().reduce((sum, rate) => sum + rate, 0) / (same.length * 2)
  const minimalServerCommands = await countCommands(shop.redis, size.minimalServer, run('writes'))
  const moogold = await step('Orders through MooGold', () =>
    measureWay(shop, run, { size, what: benchItems.moogold }),
  )
  const smileone = await step('Orders through Smile.one', () =>
    measureWay(shop, run, { size, what: benchItems.smileone }),
  )
  const oneWallet = await step('Orders of one wallet', () => measureOneWallet(shop, run('one_wallet'), size))
  const alone = await step('One order at a time', () =>
    buyOneByOne(shop, { buyer: shop.family, count: size.alone, what: benchItems.moogold }),
  )
  const ours = shop.stack.processes.filter(({ role }) => role === 'api' || role === 'workers')
  const memoryMb = await Promise.all(ours.map(async ({ name, pid }) => ({ name, mb: await memoryMbOf(pid) })))
  return {
    floorsToThemselves: [same, calls, updates].map(ratioOf),
    minimalServerPerSecond,
    minimalServerCommands,
    moogold,
    smileone,
    oneWallet,
    alone,
    orders: size.orders * (moogold.blocks.length + smileone.blocks.length + oneWallet.blocks.length),
    memoryMb,
  }
}

type RunFloor = (kind: MinimalServerTask) => () => Promise<number>

async function measureWay(
  shop: BenchShop,
  run: RunFloor,
  { size, what }: { size: Size; what: (typeof benchItems)['moogold'] },
): Promise<Way> {
  const meter = createMeter(shop.redis, shop.processes)
  const blocks: Bought[] = []
  const spent: Spent[] = []
  const buy = async () => {
    const bought = await meter.spentBy(() => buyMany(shop, { buyers: shop.buyers, count: size.orders, what }))
    blocks.push(bought.result)
    spent.push(bought.spent)
    return bought.result.perSecond
  }
  await buy()
  blocks.length = 0
  spent.length = 0
  // Both minimal servers with the same number of orders.
  const baselines = async () => ({ writes: await run('writes')(), calls: await run('with_calls')() })
  const pairedRuns = await interleave(size.turns, baselines, async () => {
    const perSecond = await buy()
    return { writes: perSecond, calls: perSecond }
  })
  const toWrites = ratioOf(pairedRuns.map(([minimalServer, own]) => [minimalServer.writes, own.writes]))
  const toCalls = ratioOf(pairedRuns.map(([minimalServer, own]) => [minimalServer.calls, own.calls]))
  const again = () => buyMany(shop, { buyers: shop.buyers, count: size.orders, what })
  const commands = await countCommands(shop.redis, size.orders, again)
  return { toWrites, toCalls, blocks, spent, commands }
}

async function measureOneWallet(shop: BenchShop, minimalServer: () => Promise<number>, size: Size) {
  const blocks: Bought[] = []
  const buyers = Array.from({ length: 32 }, () => shop.family)
  const buy = async () => {
    const bought = await buyMany(shop, { buyers, count: size.orders, what: benchItems.moogold })
    blocks.push(bought)
    return bought.acceptedPerSecond
  }
  // The first run of each is a warm-up here, too.
  await minimalServer()
  await buy()
  blocks.length = 0
  return { ratio: ratioOf(await interleave(size.turns, minimalServer, buy)), blocks }
}

function rowsOf({
  minimalServerPerSecond,
  minimalServerCommands,
  moogold,
  smileone,
  oneWallet,
  alone,
  orders,
  memoryMb,
}: Measured): Row[] {
  const accepted = mean(oneWallet.blocks.map(({ acceptedPerSecond }) => acceptedPerSecond))
  const memory = memoryMb.map(({ name, mb }) =>
    linesOf('P9').max(`memory of ${name} after ${orders} orders, MB`, mb, goals.memoryMb),
  )
  return [
    linesOf('P1').info('floor, orders/s', minimalServerPerSecond),
    linesOf('P1').info('floor, Redis commands sent', minimalServerCommands.sent),
    linesOf('P1').info(
      'floor, Redis commands with those inside scripts',
      minimalServerCommands.sent + minimalServerCommands.inside,
    ),
    ...wayRows('P1', 'MooGold', { ...moogold, goal: goals.moogold }),
    ...wayRows('P1b', 'Smile.one', { ...smileone, goal: goals.smileone }),
    linesOf('P10').min(
      'one wallet, accepted (not delivered), to one update',
      oneWallet.ratio,
      goals.oneWallet,
    ),
    linesOf('P10').info('one wallet, accepted/s', accepted),
    ...Object.entries(alone).flatMap(([what, times]) => [
      linesOf('P1').info(`one order at a time, ${what}, p50 ms`, percentile(times, 0.5)),
      linesOf('P1').info(`one order at a time, ${what}, p95 ms`, percentile(times, 0.95)),
    ]),
    ...(orders >= ordersBefore ? memory : memory.map(withoutVerdict)),
  ]
}

function wayRows(of: string, name: string, way: Way & { goal: number }): Row[] {
  const line = linesOf(of)
  const { toWrites, toCalls, blocks, spent, commands, goal } = way
  const count = mean(blocks.map((block) => block.count))
  const each = (what: Exclude<keyof Spent, 'cpuOf'>) => mean(spent.map((one) => one[what])) / count
  const roles = Object.keys(spent[0]?.cpuOf ?? {})
  const cpuOf = (role: string) => mean(spent.map((one) => one.cpuOf[role] ?? 0)) / count
  return [
    line.info(`${name}, completed/s`, mean(blocks.map(({ perSecond }) => perSecond))),
    line.info(`${name}, reply p50 ms`, mean(blocks.map(({ replyP50 }) => replyP50))),
    line.info(`${name}, to the floor`, toWrites),
    line.min(`${name}, to the floor with calls`, toCalls, goal),
    line.max(`${name}, CPU ms an order`, each('cpuMs'), goals.cpuMs),
    ...roles.map((role) => line.info(`${name}, CPU ms of ${role}`, cpuOf(role))),
    line.max(`${name}, documents written`, each('documents'), goals.documents),
    line.max(`${name}, MongoDB commands`, each('mongo'), goals.mongo),
    // A single BullMQ job calls more than this inside its scripts: see the minimal server's row.
    line.max(`${name}, Redis commands sent`, commands.sent, goals.redis),
    line.info(`${name}, Redis commands with those inside scripts`, each('redis')),
  ]
}
