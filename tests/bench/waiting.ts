import { randomUUID } from 'node:crypto'
import { startIncident } from '@jhatpat/shared/contracts/incidents.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { noTask } from '@jhatpat/shared/platform/due-tasks.ts'
import { openShop } from '../../scripts/demo/shop.ts'
import { compareWithBaseline, judgedBy } from './kit/baseline.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { benchItems, buyMany, placeMany } from './kit/buy-many.ts'
import { cloneOrders } from './kit/clone-orders.ts'
import { linesOf, withoutVerdict } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'
import { until } from './kit/until.ts'
import { startMinimalServer } from './orders/minimal-server.ts'

const sizes = {
  smoke: { turns: 1, orders: 20, floor: 80, waiting: 500 },
  quick: { turns: 1, orders: 200, floor: 1_000, waiting: 20_000 },
  whole: { turns: 2, orders: 400, floor: 1_500, waiting: 100_000 },
}
const ofThoseWithout = 0.9
const line = linesOf('P9')

/**
 * Orders through one supplier, alone and while very many wait for another that is switched off. Each is
 * compared with the baseline of its own time, because the shop cannot be emptied in between.
 */
export const waiting: Suite = {
  about: 'orders while 100,000 others wait for another supplier, beside without',
  run: async ({ amount }) => {
    const { turns, orders, floor: each, waiting: count } = sizes[amount]
    const shop = await startBenchShop()
    const minimalServer = await startMinimalServer(shop)
    try {
      const run = () => minimalServer.run('writes', each)
      const buying = { buyers: shop.buyers, count: orders, what: benchItems.moogold }
      const buy = async () => (await buyMany(shop, buying)).perSecond
      const without = await compareWithBaseline(turns, run, buy)
      await putOrdersOnHold(shop, count)
      const within = await compareWithBaseline(turns, run, buy)
      const ratio = within.ratio.median / without.ratio.median
      const row = line.min(`orders/s while ${count} paid ones wait, to without`, ratio, ofThoseWithout)
      return {
        // The goal applies to 100,000.
        rows: judgedBy(
          'P9',
          [without.itself, within.itself],
          [amount === 'whole' ? row : withoutVerdict(row)],
        ),
        detail: { waiting: count, without, within, servers: shop.servers },
      }
    } finally {
      minimalServer.stop()
      await shop.stop()
    }
  },
}

/**
 * An admin switches a supplier off, the shop itself puts a paid order on hold, and `count` copies of it are
 * made.
 */
async function putOrdersOnHold(shop: BenchShop, count: number): Promise<void> {
  const { admin, close } = await openShop(shop.stack)
  const body = {
    scope: 'SMILEBR' as const,
    reason: 'The bench lets orders wait',
    nextUpdateInMinutes: 60,
    en: 'These packs take longer today.',
    hi: 'ये पैक आज देर से आएँगे।',
  }
  await admin.call(startIncident, { body, idempotencyKey: randomUUID() }).finally(close)
  const { ids } = await placeMany(shop, {
    buyers: shop.buyers.slice(0, 1),
    count: 1,
    what: benchItems.smileone,
  })
  const onHold = await until(() =>
    OrderModel.findOne({
      _id: String(ids[0]),
      'hold.releasedAt': null,
      'due.fulfil.at': null,
    }).lean<OrderDoc | null>(),
  )
  const template = { ...onHold, due: { ...onHold.due, notify: noTask() } }
  await cloneOrders(template, { prefix: 'W00', count })
}
