import type { Delay } from '../../contracts/delays.ts'
import { isPaymentGatewayName, type PaymentGatewayName } from '../../contracts/payment-gateways.ts'
import { coalesce } from '../../platform/coalesce.ts'
import { apiItems, listProducts } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import type { IIncident } from './incident-model.ts'
import { gatewaysWithoutIncident, isAffected } from './incident-rules.ts'
import { openIncidents } from './known-incidents.ts'

/**
 * How long the affected products are reused, in ms: the catalogue changes rarely, and reading it for each of
 * thousands of waiting customers is expensive.
 */
const affectedCacheMs = 5_000
let cachedAffected: { key: string; at: number; products: Promise<string[][]> } | undefined

/** The delays that customers see: the message of each incident, without the supplier's name. */
export const listDelays = ({ env }: Pick<Deps, 'env'>): Promise<Delay[]> =>
  coalesce('delays', () => readDelays(env.PAYMENT_GATEWAYS))

async function readDelays(gateways: readonly PaymentGatewayName[]): Promise<Delay[]> {
  const open = visibleIncidents(await openIncidents(), gateways)
  if (open.length === 0) return []
  const products = await affectedProducts(open)
  return open.map((incident, index) => ({
    since: incident.startedAt.toISOString(),
    products: products[index] ?? [],
    ...(isPaymentGatewayName(incident.scope) && { isUpiPaused: true as const }),
    isReleased: incident.state === 'releasing' && !incident.releaseStopped,
    ...incident.message,
    nextUpdateAt: incident.nextUpdateAt.toISOString(),
  }))
}

/**
 * The incidents that customers notice: those of suppliers, and the latest of the gateways once no gateway
 * takes new payments.
 */
function visibleIncidents(open: readonly IIncident[], gateways: readonly PaymentGatewayName[]): IIncident[] {
  const ofSuppliers = open.filter(({ scope }) => !isPaymentGatewayName(scope))
  if (gatewaysWithoutIncident(gateways, open).length > 0) return ofSuppliers
  const ofGateways = open.filter(({ scope }) => gateways.some((name) => name === scope))
  const latest = ofGateways.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime()).slice(0, 1)
  return [...ofSuppliers, ...latest]
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
