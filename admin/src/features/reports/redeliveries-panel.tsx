import type { SalesSummary } from '@jhatpat/shared/contracts/sales.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { wholeRupees } from './money-format.ts'

/** Free redeliveries and their cost. */
export function RedeliveriesPanel({
  of: { redeliveries, redeliveriesWithoutCost, redeliveryCost },
}: {
  of: SalesSummary
}) {
  if (redeliveries === 0) return '—'
  return (
    <>
      {formatCount(redeliveries)}
      <span className="t3 xs lines">
        {redeliveries === redeliveriesWithoutCost ? 'cost unknown' : wholeRupees(redeliveryCost)}
        {redeliveriesWithoutCost > 0 &&
          redeliveries !== redeliveriesWithoutCost &&
          `, ${formatCount(redeliveriesWithoutCost)} unknown`}
      </span>
    </>
  )
}
