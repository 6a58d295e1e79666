import { join } from 'node:path'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { openShop } from '../../scripts/demo/shop.ts'
import { CliError } from '../../scripts/processes/cli-error.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { benchItems, buyMany, placeMany, whenNotified } from './kit/buy-many.ts'
import { type Helper, startHelper } from './kit/helper.ts'
import { linesOf, percentile, withoutVerdict } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'
import type { Load, LoadResult } from './overload/load-main.ts'
import { prepareProbes } from './overload/probes.ts'

const sizes = {
  smoke: { warmUp: 20, orders: 100, seconds: 3 },
  quick: { warmUp: 100, orders: 600, seconds: 10 },
  whole: { warmUp: 200, orders: 2_000, seconds: 25 },
}
const goals = { times: 1.5, deliverRest: 1.2 }
/** The default of `ORDERS_AT_ONCE`, and the number of clients that are served at once: none is refused. */
const atOnce = 32
/** Of what the machine takes from them. */
const factor = 3
const what = benchItems.moogold
const line = linesOf('P15')

/**
 * What the machine takes is measured with as many clients as are served at once; then three times as many orders arrive, whatever the
 * replies. Calls that place nothing are measured in both. A run in which an order was lost, delivered twice or
 * made wrong money has no figures.
 */
export const overload: Suite = {
  about: 'three times the orders that the machine takes: other calls, refusals, and the queue afterwards',
  run: async ({ amount }) => {
    const { warmUp, orders, seconds } = sizes[amount]
    const shop = await startBenchShop({ env: { MAX_UNPAID: '1000', ORDERS_AT_ONCE: String(atOnce) } })
    const buyers = shop.buyers.slice(0, atOnce)
    let loader: Helper | undefined
    try {
      loader = await startHelper(join(import.meta.dirname, 'overload/load-main.ts'), shop.stack.env)
      const probes = await prepareProbes(shop)
      await buyMany(shop, { buyers, count: warmUp, what })
      const normal = await probes.during(() => placeMany(shop, { buyers, count: orders, what }))
      const { ids, asked } = normal.result
      const perSecond = (orders * 1_000) / asked.tookMs
      const delivered = await deliverRest(ids)
      const load = { api: shop.stack.apiUrls[0] as string, buyers: shop.buyers, what, seconds }
      const rush = await probes.during(() =>
        (loader as Helper).ask<LoadResult>({ ...load, perSecond: factor * perSecond } satisfies Load),
      )
      const { placed, placedMs, refusedMs, failed } = rush.result
      if (failed.length > 0) throw new CliError(`${failed.length} orders failed, as with ${failed[0]}.`)
      const rest = await deliverRest(placed)
      await requireNothingWrong(shop, 1 + warmUp + orders + placed.length, probes.unpaid)
      const rows = [
        line.max(
          'p95 of reading a paid order, to that with 32 clients',
          rush.times.read / normal.times.read,
          goals.times,
        ),
        line.max(
          'p95 of a payment callback, the same',
          rush.times.callback / normal.times.callback,
          goals.times,
        ),
        line.max(
          'time for the rest to be delivered, to what its length needs',
          rest.ms / rest.left / (delivered.ms / delivered.left),
          goals.deliverRest,
        ),
        line.info('refused of all, %', (100 * refusedMs.length) / (refusedMs.length + placed.length)),
        line.info('orders/s with 32 clients', perSecond),
        line.info('orders/s placed in the rush', placed.length / seconds),
        line.info('p95 of a placed order’s answer, ms', percentile(placedMs, 0.95)),
        line.info('p95 of a refusal, ms', percentile(refusedMs, 0.95)),
      ]
      return {
        // The goals apply to a rush that lasts.
        rows: amount === 'whole' ? rows : rows.map(withoutVerdict),
        detail: {
          perSecond,
          normal: normal.times,
          rush: rush.times,
          placed: placed.length,
          refused: refusedMs.length,
          delivered,
          rest,
          servers: shop.servers,
        },
      }
    } finally {
      loader?.stop()
      await shop.stop()
    }
  },
}

/** @returns how many were left, and how long they took */
async function deliverRest(ids: string[]): Promise<{ left: number; ms: number }> {
  const left = await OrderModel.countDocuments({ _id: { $in: ids }, status: 'Processing' })
  const startedAt = Date.now()
  return { left: Math.max(1, left), ms: Math.max(0, (await whenNotified(ids)) - startedAt) }
}

async function requireNothingWrong(shop: BenchShop, bought: number, unpaid: number): Promise<void> {
  const vendors = await openShop(shop.stack)
  const sold = await vendors.delivered('moogold', what.input1).finally(vendors.close)
  const customers = [...shop.buyers, shop.family].map(({ userid }) => userid)
  const stored = await OrderModel.countDocuments({ 'customer.userid': { $in: customers } })
  const { faults } = await verifyBalances()
  if (sold === bought && stored === bought + unpaid && faults.length === 0) return
  throw new CliError(
    `Of ${bought} bought orders ${sold} were delivered, ${stored - unpaid} are stored, and the wallets have ${faults.length} faults.`,
  )
}
