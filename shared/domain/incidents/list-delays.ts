import type { Delay } from '../../contracts/delays.ts'
import { coalesce } from '../../platform/coalesce.ts'
import { apiItems, listProducts } from '../catalogue/index.ts'
import type { IIncident } from './incident-model.ts'
import { isAffected } from './incident-rules.ts'
import { openIncidents } from './known-incidents.ts'

/**
 * How long the affected products are reused, in ms: the catalogue changes rarely, and reading it for each of
 * thousands of waiting customers is expensive.
 */
const concernedForMs = 5_000
let concerned: { by: string; at: number; products: Promise<string[][]> } | undefined

/** The delays that customers see: the message of each incident, without the supplier's name. */
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

/**
 * The affected products of each incident, in the order of the incidents; cached for the same set of
 * incidents.
 */
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
