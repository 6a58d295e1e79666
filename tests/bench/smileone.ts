import { openShop } from '../../scripts/demo/shop.ts'
import { clients, startBenchShop } from './kit/bench-shop.ts'
import { benchItems, buyMany } from './kit/buy-many.ts'
import { linesOf } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'

const minPerSecond = 6
const replyDelayMs = 1_000
const line = linesOf('P12')
const counts = { smoke: 16, quick: 128, whole: 384 }

/** Orders of one account at a supplier without a lookup, which takes a second for each call. */
export const smileone: Suite = {
  about: 'one Smile.one account that takes a second for each call',
  run: async ({ amount }) => {
    const shop = await startBenchShop()
    try {
      // The players are checked, and the answers stored, before the supplier gets slow.
      await buyMany(shop, { buyers: shop.buyers, count: clients, what: benchItems.smileone })
      const vendors = await openShop(shop.stack)
      await vendors.set('smileone', { replyDelayMs })
      vendors.close()
      const bought = await buyMany(shop, {
        buyers: shop.buyers,
        count: counts[amount],
        what: benchItems.smileone,
      })
      const rate = line.min('Smile.one at 1 s a call, orders/s', bought.perSecond, minPerSecond)
      // A few orders are mostly the first and the last second.
      const rows = [amount === 'smoke' ? { ...rate, well: null } : rate]
      return {
        rows: [...rows, line.info('reply p50 ms', bought.replyP50)],
        detail: { bought, replyDelayMs },
      }
    } finally {
      await shop.stop()
    }
  },
}
