import { asDecimal, asId, asRecord } from '../call-vendor.ts'
import type { UnitOutcome } from './supplier.ts'

/**
 * What Smile.one's codes and price factors mean. 201 is a refusal of the region or by policy, 20003 a wrong pair of id
 * and zone, 20004 an id that doesn't exist (docs.smile.one/api.html). Its texts speak of points and balances even under
 * a 201, so only codes are believed.
 */
const playerRejections = new Set(['201', '20003', '20004'])

export const isPlayerRejection = (code: string) => playerRejections.has(code)

type RejectedReply = { code: string; message: string }
type Codes = { finalCodes: readonly string[]; passingCodes: readonly string[] }

/** Codes for a wrong signature or too few points aren't public. One that nobody has configured proves nothing. */
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

/** `change_price` multiplies list prices. Absent: 1. @returns undefined when it is there and no positive number */
export function readPriceFactor(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return 1
  const factor = Number(asDecimal(value))
  return factor > 0 ? factor : undefined
}

/** `id_change_price_info`: factors of single packs, which win. @returns undefined when one can't be read */
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
