import { formatPaise, type RupeeStyle } from '../contracts/money.ts'
import { plainRupees, rupeesToPaise } from './format/rupees.ts'

export type MoneyProps = RupeeStyle &
  ({ paise: number; rupees?: never } | { rupees: number; paise?: never }) & {
    className?: string | undefined
  }

/** An amount in whole paise, or in rupees as sent by the API. `data-money` holds it for machines. */
export function Money({ paise, rupees, className = '', ...style }: MoneyProps) {
  const amount = paise ?? rupeesToPaise(rupees ?? 0)
  return (
    <span className={`money ${className}`.trim()} data-money={plainRupees(amount)}>
      {formatPaise(amount, style)}
    </span>
  )
}
