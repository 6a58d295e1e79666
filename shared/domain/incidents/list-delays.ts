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
const affectedCacheMs = 5_000
let cachedAffected: { key: string; at: number; products: Promise<string[][]> } | undefined

/** The delays that customers see: the message of each incident, without the supplier's name. */
export const listDelays = (): Promise<Delay[]> => coalesce('delays', readDelays)

async function readDelays(): Promise<Delay[]> {
  const open = await openIncidents()
  if (open.length === 0) return []
  const products = await affectedProducts(open)
  return open.map((incident, index) => ({
    since: incident.startedAt.toISOString(),
    products: products[index] ?? [],
    ...(incident.scope === 'GATEWAY' && { isUpiPaused: true as const }),
    isReleased: incident.state === 'releasing' && !incident.releaseStopped,
    ...incident.message,
    nextUpdateAt: incident.nextUpdateAt.toISOString(),
  }))
}

/**
 * The affected products of each incident, in the order of the incidents; cached for the same set of
 * incidents.
 */
function affectedProducts(open: readonly IIncident[]): Promise<string[][]> {
  const key = open.map(({ _id, startedAt }) => `${_id} ${startedAt.getTime()}`).join()
  const at = performance.now()
  if (cachedAffected?.key === key && at - cachedAffected.at < affectedCacheMs) return cachedAffected.products
  const products = readAffectedProducts(open)
  cachedAffected = { key, at, products }
  products.catch(() => {
    cachedAffected = undefined
  })
  return products
}

async function readAffectedProducts(open: readonly IIncident[]): Promise<string[][]> {
  const [items, products] = await Promise.all([apiItems(), listProducts()])
  return open.map((incident) => {
    const bought = new Set(items.flatMap(({ _id, apiType }) => (isAffected(incident, apiType) ? [_id] : [])))
    return products
      .filter((product) => product.items.some((itemid) => bought.has(itemid)))
      .map(({ _id }) => _id)
  })
}
