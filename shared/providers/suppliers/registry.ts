import { type SupplierName, supplierNameFor, supplierNames } from '../../contracts/api-types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Hear } from '../exchange.ts'
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
  SMILE_POINTS_CODES: readonly string[]
  SMILE_SIGN_CODES: readonly string[]
  MOOGOLD_URL: string
  MOOGOLD_PARTNER_ID: string
  MOOGOLD_SECRET: string
}

/** `hear`: who wants to know what is asked and answered about orders. */
type Account = SupplierSettings & { clock?: Clock; hear?: Hear | undefined }

/** The adapter of each supplier account; each has one balance and one circuit breaker. */
export const suppliers = {
  SMILEBR: (settings) => createSmileOne({ name: 'SMILEBR', country: '', ...smileOptions(settings) }),
  SMILEPH: (settings) => createSmileOne({ name: 'SMILEPH', country: 'ph', ...smileOptions(settings) }),
  MOOGOLD: (settings) =>
    createMooGold({
      name: 'MOOGOLD',
      baseUrl: settings.MOOGOLD_URL,
      partnerId: settings.MOOGOLD_PARTNER_ID,
      secret: settings.MOOGOLD_SECRET,
      timeoutMs: settings.SUPPLIER_TIMEOUT_MS,
      hear: settings.hear,
      ...(settings.clock ? { clock: settings.clock } : {}),
    }),
} satisfies Record<SupplierName, (settings: Account) => Supplier>

export type SupplierDelivery = SupplierRoute & { supplier: Supplier }

export type SupplierDesk = {
  /** The supplier accounts by name, one instance each. */
  byName: Record<SupplierName, Supplier>
  /** Who delivers an item of this `apiType`, and how. Undefined for `OTHER`: a person delivers it. */
  forApiType(apiType: string): SupplierDelivery | undefined
}

/**
 * Opens every supplier account. Needs no network.
 * @param settings `clock` tells the time that calls are signed with; suppliers refuse one that is minutes off
 */
export function createSuppliers(settings: Account): SupplierDesk {
  const opened = supplierNames.map((name) => [name, suppliers[name](settings)])
  const byName = Object.fromEntries(opened) as Record<SupplierName, Supplier>
  const routes = new Map<string, SupplierRoute>(Object.entries(supplierRoutes(settings)))
  return {
    byName,
    forApiType(apiType) {
      const route = routes.get(apiType)
      const name = supplierNameFor(apiType)
      return route && name && { ...route, supplier: byName[name] }
    },
  }
}

const smileOptions = (settings: Account) => ({
  baseUrl: settings.SMILE_URL,
  uid: settings.SMILE_UID,
  email: settings.SMILE_EMAIL,
  key: settings.SMILE_KEY,
  finalCodes: settings.SMILE_FINAL_CODES,
  passingCodes: [...settings.SMILE_POINTS_CODES, ...settings.SMILE_SIGN_CODES],
  timeoutMs: settings.SUPPLIER_TIMEOUT_MS,
  hear: settings.hear,
  ...(settings.clock ? { clock: settings.clock } : {}),
})
