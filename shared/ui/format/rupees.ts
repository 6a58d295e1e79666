/** Converts rupees of the API (at most 2 decimals) to whole paise. */
export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** The amount in rupees as a plain decimal number for machines: `345`, `-12.5`. */
export function plainRupees(paise: number): string {
  return String(Math.round(paise) / 100)
}
