import { parseAmount, toRupees } from '@jhatpat/shared/contracts/money.ts'

/** Rupees as people and sheets write them, in paise: `1,269`, `₹ 98.50`; what is no price is undefined. */
export function readPaise(text: string): number | undefined {
  const paise = parseAmount(text.replaceAll(/[₹,\s]/g, ''))
  return paise !== undefined && paise > 0 ? paise : undefined
}

/** The same in rupees, for a contract that says what is wrong with it: what is no price is no number. */
export function readRupees(text: string): number {
  const paise = readPaise(text)
  return paise === undefined ? Number.NaN : toRupees(paise)
}
