import type { SalesFigures } from '@jhatpat/shared/contracts/sales.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { wholeRupees } from './money-format.ts'

/** What was sent again free of charge, and what that cost us. */
export function RedeliveriesPanel({ of: { again, againUnknown, againCost } }: { of: SalesFigures }) {
  if (again === 0) return '—'
  return (
    <>
      {formatCount(again)}
      <span className="t3 xs lines">
        {again === againUnknown ? 'cost unknown' : wholeRupees(againCost)}
        {againUnknown > 0 && again !== againUnknown && `, ${formatCount(againUnknown)} unknown`}
      </span>
    </>
  )
}
