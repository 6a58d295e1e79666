import { type SupplierName, supplierNameFor, supplierNames } from '../../contracts/api-types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CaptureCall, OnRateLimited } from '../vendor-call.ts'
import { createMooGold } from './moogold.ts'
import { createSmileOne } from './smile-one.ts'
import type { Supplier } from './supplier.ts'
import { type RouteSettings, type SupplierRoute, supplierRoutes } from './supplier-routes.ts'

/** Named as in the environment. */
export type SupplierSettings = RouteSettings & {
  SUPPLIER_TIMEOUT_MS: number
  SMILE_URL: string
  SMILE_UID: string
  SMILE_EMAIL: string
  SMILE_KEY: string
  SMILE_FINAL_CODES: readonly string[]
  SMILE_LOW_BALANCE_CODES: readonly string[]
  SMILE_SIGNATURE_CODES: readonly string[]
  MOOGOLD_URL: string
  MOOGOLD_PARTNER_ID: string
  MOOGOLD_SECRET: string
  MOOGOLD_PREVIOUS_PARTNER_ID: string
  MOOGOLD_PREVIOUS_SECRET: string
}

/** `capture` records each call about an order and its answer. */
type Account = SupplierSettings & {
  clock?: Clock
  capture?: CaptureCall | undefined
  onRateLimited?: OnRateLimited | undefined
}

/** The adapter of each supplier account; each has one balance and one circuit breaker. */
export const suppliers = {
  SMILEBR: (settings) => createSmileOne({ name: 'SMILEBR', country: '', ...smileOptions(settings) }),
  SMILEPH: (settings) => createSmileOne({ name: 'SMILEPH', country: 'ph', ...smileOptions(settings) }),
  MOOGOLD: (settings) => mooGold(settings, settings.MOOGOLD_PARTNER_ID, settings.MOOGOLD_SECRET),
} satisfies Record<SupplierName, (settings: Account) => Supplier>

export type SupplierDelivery = SupplierRoute & { supplier: Supplier }

export type Suppliers = {
  /** The supplier accounts by name, one instance each. */
  byName: Record<SupplierName, Supplier>
  /**
   * The supplier and route for an item of this `apiType`. Undefined for `OTHER`, which is delivered
   * manually.
   */
  forApiType(apiType: string): SupplierDelivery | undefined
  /**
   * The account to ask about a purchase: the supplier's current account, or an earlier one whose
   * credentials are still set. Undefined where they are not: no other account can look it up.
   * @param accountId as `Supplier.accountId`; '' means the current account
   */
  accountOf(supplier: Supplier, accountId: string): Supplier | undefined
}

/**
 * Creates an adapter for every supplier account. Needs no network.
 * @param settings `clock` gives the time that calls are signed with; suppliers reject one that is
 * minutes off
 */
export function createSuppliers(settings: Account): Suppliers {
  const entries = supplierNames.map((name) => [name, suppliers[name](settings)])
  const byName = Object.fromEntries(entries) as Record<SupplierName, Supplier>
  const earlier = earlierAccounts(settings)
  const routes = new Map<string, SupplierRoute>(Object.entries(supplierRoutes(settings)))
  return {
    byName,
    forApiType(apiType) {
      const route = routes.get(apiType)
      const name = supplierNameFor(apiType)
      return route && name && { ...route, supplier: byName[name] }
    },
    accountOf(supplier, accountId) {
      if (accountId === '' || accountId === supplier.accountId) return supplier
      return earlier.find((one) => one.name === supplier.name && one.accountId === accountId)
    },
  }
}

/**
 * Accounts that are only asked about earlier purchases. Not for suppliers judged by balance, which
 * shows only its own account.
 */
function earlierAccounts(settings: Account): Supplier[] {
  const { MOOGOLD_PREVIOUS_PARTNER_ID: partnerId, MOOGOLD_PREVIOUS_SECRET: secret } = settings
  return partnerId === '' ? [] : [mooGold(settings, partnerId, secret)]
}

function mooGold(settings: Account, partnerId: string, secret: string): Supplier {
  return createMooGold({
    name: 'MOOGOLD',
    baseUrl: settings.MOOGOLD_URL,
    partnerId,
    secret,
    timeoutMs: settings.SUPPLIER_TIMEOUT_MS,
    capture: settings.capture,
    onRateLimited: settings.onRateLimited,
    ...(settings.clock ? { clock: settings.clock } : {}),
  })
}

const smileOptions = (settings: Account) => ({
  baseUrl: settings.SMILE_URL,
  uid: settings.SMILE_UID,
  email: settings.SMILE_EMAIL,
  key: settings.SMILE_KEY,
  finalCodes: settings.SMILE_FINAL_CODES,
  passingCodes: [...settings.SMILE_LOW_BALANCE_CODES, ...settings.SMILE_SIGNATURE_CODES],
  timeoutMs: settings.SUPPLIER_TIMEOUT_MS,
  capture: settings.capture,
  onRateLimited: settings.onRateLimited,
  ...(settings.clock ? { clock: settings.clock } : {}),
})
