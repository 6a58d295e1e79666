import { rupeesToPaise } from '@jhatpat/shared/ui/format/rupees.ts'

/** The minimum top-up, in rupees. */
const leastRupees = 1

/** The top-up that a wallet needs to pay a price, in rupees; 0 when it suffices or either is unknown. */
export function missingAmount(balance: number | undefined, price: number | undefined): number {
  if (balance === undefined || price === undefined) return 0
  const paise = rupeesToPaise(price) - rupeesToPaise(balance)
  return paise > 0 ? Math.max(leastRupees, paise / 100) : 0
}
