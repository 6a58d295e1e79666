import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { terminalReporter } from '../launcher/reporter.ts'
import { type BenchShop, clients, startBenchShop } from './orders/bench-shop.ts'
import { type Bought, buyMany, goods } from './orders/buy-many.ts'
import { type Floor, type FloorKind, startFloor } from './orders/floor.ts'
import { inTurns, isTooNoisy, type Ratio, ratioOf } from './orders/pairs.ts'
import { createMeter, memoryMbOf, type Spent } from './orders/vitals.ts'

/** What each is to be. Ratios are to the floor of the same kind. */
const goals = {
  moogold: 1,
  smileone: 0.7,
  oneWallet: 1.5,
  cpuMs: 5,
  mongo: 6,
  redis: 25,
  memoryMb: 150,
}

/** How much is measured (`smoke`: only whether it still runs): turns of floor, shop, shop, floor; orders in a block; orders before memory is looked at. */
const sizes = {
  smoke: { turns: 1, orders: 40, floor: 80, soak: 0 },
  quick: { turns: 2, orders: 300, floor: 2_000, soak: 0 },
  whole: { turns: 5, orders: 600, floor: 5_000, soak: 10_000 },
}
type Size = (typeof sizes)['quick']

type Row = {
  measure: string
  value: number
  least?: number
  most?: number
  goal: string
  well: boolean | null
}

/**
 * What an order costs, beside what it cannot cost less: wallet orders to Completed through each supplier, on many
 * wallets and on one, against the floor (`orders/floor.ts`) measured in between. Prints a table and writes
 * `bench-orders.json`. Where the floor is not even itself, nothing is judged.
 * @returns whether the machine was quiet enough to tell
 */
export async function runOrders(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      ...{ quick: { type: 'boolean', default: false }, smoke: { type: 'boolean', default: false } },
      out: { type: 'string', default: 'bench-orders.json' },
    },
  })
  const size = sizes[values.smoke ? 'smoke' : values.quick ? 'quick' : 'whole']
  const shop = await startBenchShop()
  const floor = await startFloor(shop.stack.env)
  try {
    const measured = await measure(shop, floor, size)
    const rows = rowsOf(measured)
    const isNoisy = isTooNoisy(measured.floorToFloor)
    if (isNoisy) for (const row of rows) row.well = null
    console.table(Object.fromEntries(rows.map(({ measure: name, ...row }) => [name, row])))
    if (isNoisy) {
      console.log(
        `Too noisy: the floor was ${measured.floorToFloor.median.toFixed(2)} of itself. Nothing is judged.`,
      )
    }
    const machine = { cores: cpus().length, cpu: cpus()[0]?.model, load: loadavg()[0], node: process.version }
    const durability = 'MongoDB w: majority, j: true; Redis AOF everysec'
    await writeFile(
      values.out,
      `${JSON.stringify({ machine, durability, clients, size, goals, rows, measured }, null, 2)}\n`,
    )
    return !isNoisy
  } finally {
    floor.stop()
    await shop.stop()
  }
}

type Way = { toWrites: Ratio; toCalls: Ratio; blocks: Bought[]; spent: Spent[] }
type Measured = {
  floorToFloor: Ratio
  floorPerSecond: number
  moogold: Way
  smileone: Way
  oneWallet: { ratio: Ratio; blocks: Bought[] }
  memoryMb: { name: string; mb: number }[]
}

async function measure(shop: BenchShop, floor: Floor, size: Size): Promise<Measured> {
  const run = (kind: FloorKind) => () => floor.run(kind, kind === 'with_calls' ? size.floor / 4 : size.floor)
  const { step } = terminalReporter()
  // The first of each learns: connections, scripts, compiled code.
  await run('writes')()
  await run('with_calls')()
  const same = await step('The floor against itself', () => inTurns(size.turns, run('writes'), run('writes')))
  const floorPerSecond = same.flat().reduce((sum, rate) => sum + rate, 0) / (same.length * 2)
  const moogold = await step('Orders through MooGold', () =>
    measureWay(shop, run, { size, what: goods.moogold }),
  )
  const smileone = await step('Orders through Smile.one', () =>
    measureWay(shop, run, { size, what: goods.smileone }),
  )
  const oneWallet = await step('Orders of one wallet', () => measureOneWallet(shop, run('one_wallet'), size))
  if (size.soak > 0) await buyMany(shop, { buyers: shop.buyers, count: size.soak, what: goods.moogold })
  const ours = shop.stack.processes.filter(({ role }) => role === 'api' || role === 'workers')
  const memoryMb = await Promise.all(ours.map(async ({ name, pid }) => ({ name, mb: await memoryMbOf(pid) })))
  return { floorToFloor: ratioOf(same), floorPerSecond, moogold, smileone, oneWallet, memoryMb }
}

type RunFloor = (kind: FloorKind) => () => Promise<number>

async function measureWay(
  shop: BenchShop,
  run: RunFloor,
  { size, what }: { size: Size; what: (typeof goods)['moogold'] },
): Promise<Way> {
  const meter = createMeter(shop.redis, shop.pids)
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
  const toWrites = ratioOf(await inTurns(size.turns, run('writes'), buy))
  const toCalls = ratioOf(await inTurns(size.turns, run('with_calls'), buy))
  return { toWrites, toCalls, blocks, spent }
}

async function measureOneWallet(shop: BenchShop, floor: () => Promise<number>, size: Size) {
  const blocks: Bought[] = []
  const buyers = Array.from({ length: 32 }, () => shop.family)
  const buy = async () => {
    const bought = await buyMany(shop, { buyers, count: size.orders, what: goods.moogold })
    blocks.push(bought)
    return bought.acceptedPerSecond
  }
  return { ratio: ratioOf(await inTurns(size.turns, floor, buy)), blocks }
}

function rowsOf({ floorToFloor, floorPerSecond, moogold, smileone, oneWallet, memoryMb }: Measured): Row[] {
  return [
    { measure: 'floor, orders/s', value: round(floorPerSecond), goal: '', well: null },
    {
      measure: 'floor to floor',
      ...shown(floorToFloor),
      goal: '0.9 to 1.1',
      well: !isTooNoisy(floorToFloor),
    },
    ...wayRows('MooGold', moogold, goals.moogold),
    ...wayRows('Smile.one', smileone, goals.smileone),
    atLeast('one wallet, to one update', oneWallet.ratio, goals.oneWallet),
    {
      measure: 'one wallet, accepted/s',
      value: round(mean(oneWallet.blocks.map((b) => b.acceptedPerSecond))),
      goal: '',
      well: null,
    },
    ...memoryMb.map(({ name, mb }) => atMost(`memory of ${name}, MB`, mb, goals.memoryMb)),
  ]
}

function wayRows(name: string, { toWrites, toCalls, blocks, spent }: Way, goal: number): Row[] {
  const orders = mean(blocks.map(({ count }) => count))
  const each = (what: keyof Spent) => round(mean(spent.map((one) => one[what])) / orders)
  return [
    {
      measure: `${name}, completed/s`,
      value: round(mean(blocks.map((b) => b.perSecond))),
      goal: '',
      well: null,
    },
    {
      measure: `${name}, reply p50 ms`,
      value: round(mean(blocks.map((b) => b.replyP50))),
      goal: '',
      well: null,
    },
    { measure: `${name}, to the floor`, ...shown(toWrites), goal: '', well: null },
    atLeast(`${name}, to the floor with calls`, toCalls, goal),
    atMost(`${name}, CPU ms an order`, each('cpuMs'), goals.cpuMs),
    atMost(`${name}, MongoDB commands`, each('mongo'), goals.mongo),
    atMost(`${name}, Redis commands`, each('redis'), goals.redis),
  ]
}

const shown = ({ median, least, most }: Ratio) => ({
  value: round(median),
  least: round(least),
  most: round(most),
})
const atLeast = (measure: string, ratio: Ratio, goal: number): Row => ({
  measure,
  ...shown(ratio),
  goal: `≥ ${goal}`,
  well: ratio.median >= goal,
})
const atMost = (measure: string, value: number, goal: number): Row => ({
  measure,
  value,
  goal: `≤ ${goal}`,
  well: value <= goal,
})
const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
const round = (value: number) => Number(value.toPrecision(3))
