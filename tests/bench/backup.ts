import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { CliError } from '../../scripts/processes/cli-error.ts'
import type { Saved, Saving } from './backup/backup-main.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { benchItems, placeMany, whenNotified } from './kit/buy-many.ts'
import { type Helper, startHelper } from './kit/helper.ts'
import { interleave, isTooNoisy, type Ratio, ratioOf } from './kit/paired-runs.ts'
import { linesOf, mean, percentile, withoutVerdict } from './kit/rows.ts'
import type { Row, Suite } from './kit/suite.ts'
import type { Load, LoadResult } from './overload/load-main.ts'

/** How long a window is, and how many orders the shop has: a backup of 100,000 takes longer than a window. */
const sizes = {
  smoke: { turns: 1, seconds: 3, orders: 500 },
  quick: { turns: 1, seconds: 20, orders: 40_000 },
  whole: { turns: 2, seconds: 40, orders: 100_000 },
}
const perSecond = 50
const maxRatio = 1.1
const what = benchItems.moogold
const line = linesOf('P19')

/** The times of the orders of one window, in ms. */
type Window = { p50: number; p95: number; orders: number; saved?: Saved }

/**
 * Orders at a steady rate, in windows without and with a backup: in the latter the tail of the oplog is kept and one
 * backup follows another from the window's begin to its end. A run in which an order was refused, or was not delivered
 * afterwards, has no figures.
 */
export const backup: Suite = {
  about: 'the answer to a buyer at 50 orders a second while a backup is taken, to without',
  run: async ({ amount }) => {
    const { turns, seconds, orders } = sizes[amount]
    const shop = await startBenchShop()
    const folder = await mkdtemp(join(tmpdir(), 'jhatpat-bench-backup-'))
    const helpers: Helper[] = []
    const start = async (script: string) => {
      const helper = await startHelper(join(import.meta.dirname, script), shop.stack.env)
      helpers.push(helper)
      return helper
    }
    try {
      await fill(shop, orders)
      const parts = {
        shop,
        folder,
        seconds,
        loader: await start('overload/load-main.ts'),
        saver: await start('backup/backup-main.ts'),
      }
      const without = () => measure(parts, false)
      const during = () => measure(parts, true)
      // A warm-up of connections and compiled code.
      await during()
      const itself = await interleave(1, without, without)
      const pairs = await interleave(turns, without, during)
      const noise = ratioOfP95(itself)
      const isNoisy = isTooNoisy(noise)
      const rows = [
        ...rowsOf(pairs),
        line.info(`p95 without, to itself${isNoisy ? ': too noisy to judge' : ''}`, noise),
      ]
      return {
        // The goal applies to backups that last.
        rows: amount === 'whole' && !isNoisy ? rows : rows.map(withoutVerdict),
        detail: { orders, seconds, perSecond, itself, pairs, servers: shop.servers },
      }
    } finally {
      for (const helper of helpers) helper.stop()
      await shop.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}

const atOnce = 2_000

/** Copies of an order that was delivered, in a collection that only the backup reads. */
async function fill(shop: BenchShop, count: number): Promise<void> {
  const { ids } = await placeMany(shop, { buyers: shop.buyers.slice(0, 1), count: 1, what })
  await whenNotified(ids)
  const template = await OrderModel.findById(ids[0]).lean<OrderDoc | null>()
  if (!template) throw new CliError('The first order is gone.')
  // MongoDB's default, as in production: the launcher's is less.
  await OrderModel.db.db?.admin().command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 300 })
  const copies = OrderModel.db.collection('bench_copies')
  for (let from = 0; from < count; from += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => `copy-${from + index}`)
    await copies.insertMany(ids.map((_id) => ({ ...template, _id })) as never)
  }
}

type Parts = { shop: BenchShop; folder: string; seconds: number; loader: Helper; saver: Helper }

async function measure({ shop, folder, seconds, loader, saver }: Parts, isSaving: boolean): Promise<Window> {
  const load = { api: shop.stack.apiUrls[0] as string, buyers: shop.buyers, what, seconds, perSecond }
  const [{ placed, placedMs, refusedMs, failed }, saved] = await Promise.all([
    loader.ask<LoadResult>(load satisfies Load),
    isSaving ? saver.ask<Saved>({ folder, seconds } satisfies Saving) : undefined,
  ])
  if (failed.length + refusedMs.length > 0)
    throw new CliError(
      `${refusedMs.length} orders were refused and ${failed.length} failed, as with ${failed[0]}.`,
    )
  await whenNotified(placed)
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const times = { p50: percentile(placedMs, 0.5), p95: percentile(placedMs, 0.95), orders: placed.length }
  return { ...times, ...(saved && { saved }) }
}

type Pairs = readonly (readonly [Window, Window])[]

const ratioOfP95 = (pairs: Pairs): Ratio => ratioOf(pairs.map(([one, other]) => [one.p95, other.p95]))

const medianOf = (windows: readonly Window[], of: 'p50' | 'p95') =>
  percentile(
    windows.map((window) => window[of]),
    0.5,
  )

function rowsOf(pairs: Pairs): Row[] {
  const [without, during] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  const ratio = (of: 'p50' | 'p95') => medianOf(during, of) / medianOf(without, of)
  const saved = during.flatMap((window) => window.saved ?? [])
  return [
    line.max('p95 of the answer to a buyer during a backup, to without', ratio('p95'), maxRatio),
    line.info('the same by pairs of windows', ratioOfP95(pairs)),
    line.info('p50, the same', ratio('p50')),
    ...(['p50', 'p95'] as const).flatMap((of) => [
      line.info(`${of} without, ms`, medianOf(without, of)),
      line.info(`${of} during a backup, ms`, medianOf(during, of)),
    ]),
    line.info('seconds of a backup', mean(saved.flatMap(({ seconds }) => seconds))),
    line.info('documents of a backup', Math.max(...saved.map(({ documents }) => documents))),
    line.info('MB of a backup', Math.max(...saved.map(({ bytes }) => bytes)) / 1e6),
  ]
}
