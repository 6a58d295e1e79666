import { supplierNames } from '../../contracts/api-types.ts'
import type { Delay } from '../../contracts/delays.ts'
import { coalesce } from '../../platform/coalesce.ts'
import { apiItems, listProducts } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { BalanceModel, type IBalance, supplierProductsOf } from '../purchasing/index.ts'

const texts = {
  en: 'The supplier does not answer right now, so IDs may not be checked and an order may not be possible. Try again in a few minutes, or choose another product.',
  hi: 'सप्लायर अभी जवाब नहीं दे रहा है, इसलिए हो सकता है कि आईडी जाँची न जा सके और ऑर्डर न हो पाए। कुछ मिनट बाद फिर कोशिश करें, या कोई दूसरा प्रोडक्ट चुनें।',
}

const updateIntervalMs = 5 * 60_000

/** Products whose ids must be checked by a supplier account that does not answer; one entry per account. */
export const listIdCheckOutages = (deps: Pick<Deps, 'clock'>): Promise<Delay[]> =>
  coalesce('id check outages', () => readOutages(deps))

async function readOutages({ clock }: Pick<Deps, 'clock'>): Promise<Delay[]> {
  const unresponsive = await BalanceModel.find(
    { _id: { $in: supplierNames }, unresponsiveSince: { $ne: null } },
    { unresponsiveSince: 1 },
  ).lean<Pick<IBalance, '_id' | 'unresponsiveSince'>[]>()
  if (unresponsive.length === 0) return []
  const [items, products] = await Promise.all([apiItems(), listProducts()])
  const checked = products.filter((product) => product.isApi && product.type === 'MLBB')
  const nextUpdateAt = new Date(
    Math.ceil(clock.now().getTime() / updateIntervalMs) * updateIntervalMs,
  ).toISOString()
  return unresponsive.map(({ _id, unresponsiveSince }, index) => {
    const supplied = new Set(
      items.flatMap((item) => (supplierProductsOf(item)?.account === _id ? [item._id] : [])),
    )
    return {
      // Pages distinguish entries by `since`, so each gets its own.
      since: new Date((unresponsiveSince?.getTime() ?? 0) + index).toISOString(),
      products: checked
        .filter((product) => product.items.some((item) => supplied.has(item)))
        .map(({ _id }) => _id),
      idChecksDown: true as const,
      isReleased: false,
      nextUpdateAt,
      ...texts,
    }
  })
}
