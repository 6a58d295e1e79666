import { asDecimal, asId, asRecord } from '../call-vendor.ts'
import type { UnitOutcome } from './supplier.ts'

/**
 * Smile.one's codes and price factors. 201 rejects the region or by policy, 20003 a pair of id and
 * zone that do not match, 20004 an id that does not exist (docs.smile.one/api.html). Its texts
 * mention points and balances even with a 201, so only codes are trusted.
 */
const playerRejections = new Set(['201', '20003', '20004'])

export const isPlayerRejection = (code: string) => playerRejections.has(code)

type RejectedReply = { code: string; message: string }
type Codes = { finalCodes: readonly string[]; passingCodes: readonly string[] }

/**
 * The codes for an invalid signature or a low balance are not public. A code that is not configured
 * proves nothing.
 */
export function classifyRejection(
  { code, message }: RejectedReply,
  { finalCodes, passingCodes }: Codes,
): UnitOutcome {
  if (isPlayerRejection(code) || finalCodes.includes(code)) {
    return { kind: 'rejected', code, message, retryable: false }
  }
  if (passingCodes.includes(code)) return { kind: 'rejected', code, message, retryable: true }
  return { kind: 'unknown', message: `${message} (code ${code}, whose meaning is not known)` }
}

/**
 * `change_price` multiplies list prices. Absent: 1. @returns undefined when it is present and not a
 * positive number
 */
export function readPriceFactor(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return 1
  const factor = Number(asDecimal(value))
  return factor > 0 ? factor : undefined
}

/**
 * `id_change_price_info`: factors of single products, which take precedence. @returns undefined
 * when one cannot be read
 */
export function readProductFactors(value: unknown): Record<string, number> | undefined {
  if (value === undefined || value === null || value === '') return {}
  if (!Array.isArray(value)) return undefined
  const factors: Record<string, number> = {}
  for (const entry of value) {
    const { product_id, change_price } = asRecord(entry)
    const factor = readPriceFactor(change_price)
    if (asId(product_id) === '' || factor === undefined) return undefined
    factors[asId(product_id)] = factor
  }
  return factors
}
