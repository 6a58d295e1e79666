import { fulfilOrderJob, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { systemClock as clock } from '@jhatpat/shared/platform/clock.ts'
import { noWork } from '@jhatpat/shared/platform/due.ts'
import { readEnv } from '@jhatpat/shared/platform/env.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { createQueues, type Queues } from '@jhatpat/shared/platform/queues.ts'
import { Refusal } from '../refusal.ts'
import { type BenchShop, startBenchShop } from './kit/bench-shop.ts'
import { beside, judgedBy } from './kit/beside.ts'
import { buyMany, goods, placeMany } from './kit/buy-many.ts'
import { cloneOrders } from './kit/clone-orders.ts'
import { linesOf, unjudged } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'
import { startFloorOf } from './orders/floor.ts'

const sizes = {
  smoke: { turns: 1, orders: 20, floor: 80, waiting: 500 },
  quick: { turns: 1, orders: 200, floor: 1_000, waiting: 20_000 },
  whole: { turns: 3, orders: 600, floor: 5_000, waiting: 100_000 },
}
const ofThoseWithout = 0.9
const batch = 1_000
const line = linesOf('P9')

/**
 * Orders through one supplier, alone and while very many wait in the line of another that takes none. Each is held
 * against the floor of its own time, because the shop cannot be emptied in between. The other line is stopped, where
 * waiting costs less than in one that moves slowly: the goal is about that one, so it is shown and not judged.
 */
export const waiting: Suite = {
  about: 'orders while 100,000 others wait at another supplier, beside without',
  run: async ({ amount }) => {
    const { turns, orders, floor: each, waiting: count } = sizes[amount]
    const shop = await startBenchShop()
    const floor = await startFloorOf(shop)
    const env = readEnv(shop.stack.env)
    const log = createLogger('bench', 'silent')
    const queues = createQueues({ redis: shop.redis, prefix: env.QUEUE_PREFIX, clock, log })
    try {
      const run = () => floor.run('writes', each)
      const buying = { buyers: shop.buyers, count: orders, what: goods.moogold }
      const buy = async () => (await buyMany(shop, buying)).perSecond
      const without = await beside(turns, run, buy)
      await letWait(shop, queues, count)
      const within = await beside(turns, run, buy)
      const ratio = within.ratio.median / without.ratio.median
      const row = line.atLeast(
        `orders/s while ${count} wait in a line that stands still, to without`,
        ratio,
        ofThoseWithout,
      )
      return {
        rows: judgedBy('P9', [without.itself, within.itself], [unjudged(row)]),
        detail: { waiting: count, without, within, servers: shop.servers },
      }
    } finally {
      await queues.close()
      floor.stop()
      await shop.stop()
    }
  },
}

/** Stops the line of a supplier's account, and puts so many into it, in MongoDB and in Redis. */
async function letWait(shop: BenchShop, queues: Queues, count: number): Promise<void> {
  const queue = queues.all[fulfilOrderJob({ item: { apiType: 'SMILEBR' } }).queue]
  await queue.pause()
  const { ids } = await placeMany(shop, { buyers: shop.buyers.slice(0, 1), count: 1, what: goods.smileone })
  const placed = await OrderModel.findById(ids[0]).lean<OrderDoc | null>()
  if (!placed?.due.fulfil.at) throw new Refusal(`${ids[0]} does not wait for its supplier.`)
  const { at, seq } = placed.due.fulfil
  const job = fulfilOrderJob(placed)
  const template = { ...placed, due: { ...placed.due, notify: noWork() } }
  const waiting = await cloneOrders(template, { prefix: 'W00', count })
  for (let from = 0; from < count; from += batch) {
    await queues.enqueueAll(waiting.slice(from, from + batch).map((id) => ({ job, id, at, seq })))
  }
  const inLine = await queue.count()
  if (inLine < count) throw new Refusal(`Of ${count} orders ${inLine} wait in ${queue.name}.`)
}
