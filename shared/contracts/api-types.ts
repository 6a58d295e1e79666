import * as z from 'zod/mini'

/**
 * The supplier accounts and the `apiType`s of items that each delivers. A new supplier begins with
 * a line here; the compiler then names the missing parts (docs/how-to/add-a-supplier.md).
 */
export const supplierAccounts = {
  SMILEBR: ['SMILEBR'],
  SMILEPH: ['SMILEPH'],
  MOOGOLD: ['MOOGOLDMLBB', 'MOOGOLDGENSHIN', 'MOOGOLDHOK'],
} as const

export type SupplierName = keyof typeof supplierAccounts
export type SuppliedType = (typeof supplierAccounts)[SupplierName][number]

/** In the order of the definition, which is the order on screens. */
export const supplierNames = Object.keys(supplierAccounts) as readonly SupplierName[]

/** How an item is delivered: by a supplier, under one of its types, or manually (`OTHER`). */
export const ApiType = z.enum([...Object.values(supplierAccounts).flat(), 'OTHER'])
export type ApiType = z.output<typeof ApiType>

/** The supplier account that delivers an `apiType`; undefined: delivered manually. */
export function supplierNameFor(apiType: string): SupplierName | undefined {
  return supplierNames.find((name) => supplierAccounts[name].some((own) => own === apiType))
}
