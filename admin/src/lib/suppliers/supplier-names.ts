import type { SupplierName } from '@jhatpat/shared/contracts/api-types.ts'

export const supplierTitles = {
  SMILEBR: 'Smile.one BR',
  SMILEPH: 'Smile.one PH',
  MOOGOLD: 'MooGold',
} as const satisfies Record<SupplierName, string>

const titles: Record<string, string> = { ...supplierTitles, upigateway: 'UPI Gateway' }

/** The display name of a supplier's account, or of a gateway; without one, its key. */
export const nameOf = (account: string): string => titles[account] ?? account
