/** Rupees on the wire to integer paise. Throws on more than two decimals, so that no paisa is rounded away. */
export function toPaise(rupees: number): number {
  if (!isWholePaise(rupees)) {
    throw new RangeError(`not an amount of rupees with at most two decimals: ${rupees}`)
  }
  return Math.round(rupees * 100)
}

/** Whether `toPaise` takes it: at most two decimals, but for the tail that adding floats leaves (0.1 + 0.2). */
export function isWholePaise(rupees: number): boolean {
  const paise = Math.round(rupees * 100)
  return Number.isSafeInteger(paise) && Math.abs(paise / 100 - rupees) <= 1e-9
}

/** Integer paise to rupees on the wire. */
export function toRupees(paise: number): number {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`not an amount in paise: ${paise}`)
  return paise / 100
}

/** `499.00`: rupees as the payment gateway's text field wants them. */
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
