import { type SecretValue, secretValue } from '../../platform/secret-value.ts'
import { asId, asRecord } from '../call-vendor.ts'

/**
 * The codes of a delivered e-voucher: `item[].voucher_code[]` of an order's detail (https://doc.moogold.com). No form of
 * one is documented, so that whatever is there is kept, also what is no text. Undefined when there is none.
 */
export function readCodes(detail: Record<string, unknown>): SecretValue<readonly string[]> | undefined {
  const codes = listOf(detail.item).flatMap((item) => listOf(asRecord(item).voucher_code).map(textOf))
  const found = codes.filter((code) => code !== '')
  return found.length > 0 ? secretValue(found) : undefined
}

const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  return value === undefined || value === null || value === '' ? [] : [value]
}

const textOf = (code: unknown): string =>
  typeof code === 'object' && code !== null ? JSON.stringify(code) : asId(code)
