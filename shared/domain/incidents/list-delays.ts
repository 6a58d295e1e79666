import type { Delay } from '../../contracts/delays.ts'
import { coalesce } from '../../platform/coalesce.ts'
import { apiItems, listProducts } from '../catalogue/index.ts'
import type { IIncident } from './incident-model.ts'
import { isAffected } from './incident-rules.ts'
import { openIncidents } from './known-incidents.ts'

/** What is sold changes seldom, and reading all of it for each of thousands who wait would cost the shop: ms. */
const concernedForMs = 5_000
let concerned: { by: string; at: number; products: Promise<string[][]> } | undefined

/** What takes longer just now, for customers: no word of suppliers but what was written for them. */
export const listDelays = (): Promise<Delay[]> => coalesce('delays', readDelays)

async function readDelays(): Promise<Delay[]> {
  const open = await openIncidents()
  if (open.length === 0) return []
  const products = await concernedBy(open)
  return open.map((one, index) => ({
    since: one.startedAt.toISOString(),
    products: products[index] ?? [],
    ...(one.scope === 'GATEWAY' && { isUpiPaused: true as const }),
    isReleased: one.state === 'releasing' && !one.releaseStopped,
    ...one.message,
    nextUpdateAt: one.nextUpdateAt.toISOString(),
  }))
}

/** The products of each, in their order, as they were a moment ago; read anew for another incident. */
function concernedBy(open: readonly IIncident[]): Promise<string[][]> {
  const by = open.map(({ _id, startedAt }) => `${_id} ${startedAt.getTime()}`).join()
  const at = performance.now()
  if (concerned?.by === by && at - concerned.at < concernedForMs) return concerned.products
  const products = readConcerned(open)
  concerned = { by, at, products }
  products.catch(() => {
    concerned = undefined
  })
  return products
}

async function readConcerned(open: readonly IIncident[]): Promise<string[][]> {
  const [items, products] = await Promise.all([apiItems(), listProducts()])
  return open.map((one) => {
    const bought = new Set(items.flatMap(({ _id, apiType }) => (isAffected(one, apiType) ? [_id] : [])))
    return products
      .filter((product) => product.items.some((itemid) => bought.has(itemid)))
      .map(({ _id }) => _id)
  })
}
