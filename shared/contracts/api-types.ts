import * as z from 'zod/mini'

/**
 * The supplier accounts and what each delivers: an item's `apiType` under the one account that is bought from. A new
 * supplier begins with its line here; the compiler leads from it (docs/how-to/add-a-supplier.md).
 */
export const supplierAccounts = {
  SMILEBR: ['SMILEBR'],
  SMILEPH: ['SMILEPH'],
  MOOGOLD: ['MOOGOLDMLBB', 'MOOGOLDGENSHIN', 'MOOGOLDHOK'],
} as const

export type SupplierName = keyof typeof supplierAccounts
export type SuppliedType = (typeof supplierAccounts)[SupplierName][number]

/** In the order in which they were thought up, which is the order that screens show. */
export const supplierNames = Object.keys(supplierAccounts) as readonly SupplierName[]

/** Who delivers an item: a supplier, under one of its types, or a person (`OTHER`). */
export const ApiType = z.enum([...Object.values(supplierAccounts).flat(), 'OTHER'])
export type ApiType = z.output<typeof ApiType>

/** Whose account delivers items of an `apiType`; undefined: a person does. */
export function supplierNameFor(apiType: string): SupplierName | undefined {
  return supplierNames.find((name) => supplierAccounts[name].some((own) => own === apiType))
}
