import { rupeesToPaise } from '@jhatpat/shared/ui/format/rupees.ts'

/** The least that can be topped up. */
const leastRupees = 1

/** What a wallet must be topped up by to pay a price, in rupees; 0 when it suffices or either is not known. */
export function missingAmount(balance: number | undefined, price: number | undefined): number {
  if (balance === undefined || price === undefined) return 0
  const paise = rupeesToPaise(price) - rupeesToPaise(balance)
  return paise > 0 ? Math.max(leastRupees, paise / 100) : 0
}
