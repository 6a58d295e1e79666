import type { Delay } from '../../contracts/delays.ts'
import { coalesce } from '../../platform/coalesce.ts'
import { listProducts, suppliedItems } from '../catalogue/index.ts'
import { isConcerned } from './incident-rules.ts'
import { openIncidents } from './known-incidents.ts'

/** What takes longer just now, for customers: no word of suppliers but what was written for them. */
export const listDelays = (): Promise<Delay[]> => coalesce('delays', readDelays)

async function readDelays(): Promise<Delay[]> {
  const open = await openIncidents()
  if (open.length === 0) return []
  const [items, products] = await Promise.all([suppliedItems(), listProducts()])
  return open.map((one) => {
    const bought = new Set(items.flatMap(({ _id, apiType }) => (isConcerned(one, apiType) ? [_id] : [])))
    const concerned = products.filter((product) => product.items.some((itemid) => bought.has(itemid)))
    return {
      products: concerned.map(({ _id }) => _id),
      isLetOut: one.state === 'draining' && !one.halted,
      ...one.message,
      newsAt: one.newsAt.toISOString(),
    }
  })
}
