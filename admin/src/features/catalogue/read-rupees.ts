import { parseAmount, toRupees } from '@jhatpat/shared/contracts/money.ts'

/**
 * Parses rupees as people and spreadsheets write them into paise: `1,269`, `₹ 98.50`; undefined for
 * anything else.
 */
export function readPaise(text: string): number | undefined {
  const paise = parseAmount(text.replaceAll(/[₹,\s]/g, ''))
  return paise !== undefined && paise > 0 ? paise : undefined
}

/** Parses rupees for a contract that reports the error: NaN for anything that is no price. */
export function readRupees(text: string): number {
  const paise = readPaise(text)
  return paise === undefined ? Number.NaN : toRupees(paise)
}
