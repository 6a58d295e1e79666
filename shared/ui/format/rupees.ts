const groups = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

export type RupeeStyle = {
  /** Always two decimals, as in a balance: ₹1,840.00. */
  exact?: boolean
  /** A plus before what comes in. */
  plus?: boolean
}

/**
 * Writes an amount of money as people in India read it: ₹345, ₹1,00,000, −₹12.50.
 * @param paise whole paise; a fraction of a paisa is rounded off
 */
export function formatPaise(paise: number, { exact = false, plus = false }: RupeeStyle = {}): string {
  const whole = Math.round(paise)
  const size = Math.abs(whole)
  const rest = size % 100
  const decimals = exact || rest > 0 ? `.${String(rest).padStart(2, '0')}` : ''
  return `${signOf(whole, plus)}₹${groups.format((size - rest) / 100)}${decimals}`
}

/** Rupees as they come over the wire (at most 2 decimals) in whole paise. */
export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** The amount as a plain decimal number of rupees for machines: `345`, `-12.5`. */
export function plainRupees(paise: number): string {
  return String(Math.round(paise) / 100)
}

function signOf(paise: number, plus: boolean): string {
  if (paise < 0) return '−'
  return plus && paise > 0 ? '+' : ''
}
