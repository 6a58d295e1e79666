import { groupDigits } from './format-digits.ts'

/**
 * Rupees on the wire to integer paise. @throws RangeError for more than two decimals, so that no
 * paisa is rounded away
 */
export function toPaise(rupees: number): number {
  if (!isIntegerPaise(rupees)) {
    throw new RangeError(`not an amount of rupees with at most two decimals: ${rupees}`)
  }
  return Math.round(rupees * 100)
}

/**
 * Whether `toPaise` accepts it: at most two decimals, except for the tail of a float addition (0.1
 * + 0.2).
 */
export function isIntegerPaise(rupees: number): boolean {
  const paise = Math.round(rupees * 100)
  return Number.isSafeInteger(paise) && Math.abs(paise / 100 - rupees) <= 1e-9
}

/** Integer paise to rupees on the wire. */
export function toRupees(paise: number): number {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`not an amount in paise: ${paise}`)
  return paise / 100
}

/** `499.00`: rupees as the payment gateway's text field requires them. */
export function toDecimalText(paise: number): string {
  const sign = paise < 0 ? '-' : ''
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Reads `499`, `499.5`, `"499.00"` to paise; anything else is undefined. */
export function parseAmount(value: unknown): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(String(value).trim())
  if (!match) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

export type RupeeStyle = {
  /** Always two decimals, as in a balance: ₹1,840.00. */
  exact?: boolean
  /** A plus before a credit. */
  plus?: boolean
}

/**
 * Formats an amount of money as in India: ₹345, ₹1,00,000, −₹12.50.
 * @param paise whole paise; a fraction of a paisa is rounded off
 */
export function formatPaise(paise: number, { exact = false, plus = false }: RupeeStyle = {}): string {
  const whole = Math.round(paise)
  const size = Math.abs(whole)
  const rest = size % 100
  const decimals = exact || rest > 0 ? `.${String(rest).padStart(2, '0')}` : ''
  return `${signOf(whole, plus)}₹${groupDigits((size - rest) / 100)}${decimals}`
}

/** The same for rupees from the wire (at most 2 decimals). */
export const formatRupees = (rupees: number, style?: RupeeStyle): string =>
  formatPaise(Math.round(rupees * 100), style)

function signOf(paise: number, plus: boolean): string {
  if (paise < 0) return '−'
  return plus && paise > 0 ? '+' : ''
}
