import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startBenchShop } from '../kit/bench-shop.ts'
import { type BenchItem, benchItems, buyMany } from '../kit/buy-many.ts'
import { round } from '../kit/rows.ts'
import { type CpuProfile, type Span, selfTimes } from '../kit/self-times.ts'
import type { Result } from '../kit/suite.ts'

const root = resolve(import.meta.dirname, '../../..')
const lines = 10

type Profiled = { name: string; all: Record<string, number>; ofAnOrder: [name: string, ms: number][] }

/**
 * Where the time of the api and the worker goes while orders are bought: the first lines of their profiles,
 * by own time. Profiling costs time: there is no verdict.
 */
export async function profileOrders(count: number): Promise<Result> {
  const detail: Record<string, unknown> = {}
  for (const [supplier, what] of Object.entries({
    MooGold: benchItems.moogold,
    'Smile.one': benchItems.smileone,
  })) {
    const folder = await mkdtemp(join(tmpdir(), 'jhatpat-profile-'))
    const profiled = await profileWay(folder, what, count)
    for (const { name, ofAnOrder } of profiled) {
      console.log(`\n${supplier}, ${name}: ms of an order`)
      console.table(ofAnOrder.map(([module, ms]) => ({ module, ms })))
    }
    console.log(`For the tools of a browser: ${folder}`)
    detail[supplier] = profiled
  }
  return { rows: [], detail: { orders: count, ...detail } }
}

async function profileWay(folder: string, what: BenchItem, count: number): Promise<Profiled[]> {
  const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }
  const shop = await startBenchShop({ env })
  const ours = shop.stack.processes.filter(({ role }) => role === 'api' || role === 'workers')
  let span: Span
  try {
    const buying = { buyers: shop.buyers, count, what }
    // The first run is a warm-up of connections, scripts and compiled code.
    await buyMany(shop, buying)
    const from = nowMicros()
    await buyMany(shop, buying)
    span = { from, to: nowMicros() }
  } finally {
    // A process writes its profile at a clean exit.
    await shop.stop()
  }
  const files = await readdir(folder)
  return Promise.all(
    ours.map(async ({ name, pid }) => {
      const file = files.find((one) => one.split('.').at(3) === String(pid))
      const profile = JSON.parse(await readFile(join(folder, String(file)), 'utf8')) as CpuProfile
      const times = selfTimes(profile, span, root).map(([module, ms]): [string, number] => [
        module,
        round(ms / count),
      ])
      return { name, all: Object.fromEntries(times), ofAnOrder: times.slice(0, lines) }
    }),
  )
}

const nowMicros = () => Number(process.hrtime.bigint() / 1_000n)
