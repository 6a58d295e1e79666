/** Rupees as they come over the wire (at most 2 decimals) in whole paise. */
export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** The amount as a plain decimal number of rupees for machines: `345`, `-12.5`. */
export function plainRupees(paise: number): string {
  return String(Math.round(paise) / 100)
}
