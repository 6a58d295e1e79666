import { parseAmount } from '@jhatpat/shared/contracts/money.ts'

/** Rupees that one tap fills in. */
export const topUpPresets = [100, 250, 500, 1000, 2000, 5000] as const

/** Reads a typed amount to rupees; undefined unless it is a number above 0 with at most two decimals. */
export function readAmount(text: string): number | undefined {
  const paise = parseAmount(text.replace(/[₹,\s]/g, ''))
  return paise !== undefined && paise > 0 ? paise / 100 : undefined
}
