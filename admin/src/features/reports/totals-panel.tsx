import type { SalesSummary } from '@jhatpat/shared/contracts/sales.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import type { ReactNode } from 'react'
import { percentOf, wholeRupees } from './money-format.ts'
import { promiseGoal } from './money-texts.ts'

/** The period in five figures, each compared with the same number of days before. */
export function TotalsPanel({ total, before }: { total: SalesSummary; before: SalesSummary }) {
  const isOnTime = total.ended > 0 && total.onTime / total.ended >= promiseGoal
  return (
    <dl className="stats panel money-stats">
      <Figure name="Sales" value={wholeRupees(total.sales)} note={changeText(total.sales, before.sales)} />
      <Figure name="Margin" value={marginText(total)} note={<MarginNote total={total} />} />
      <Figure
        name="Refunded"
        value={wholeRupees(total.refunded)}
        note={`${percentOf(total.refunded, total.sales)} of sales${wasText(before)}`}
      />
      <Figure
        name="Orders"
        value={formatCount(total.orders)}
        note={changeText(total.orders, before.orders)}
      />
      <Figure
        name="Delivered on time"
        value={percentOf(total.onTime, total.ended)}
        note={<span className={isOnTime ? 'up' : 'wait-t'}>{`Target ${promiseGoal * 100}%`}</span>}
      />
    </dl>
  )
}

function MarginNote({ total: { margin, priced, unknownCost } }: { total: SalesSummary }) {
  if (unknownCost === 0) return `${percentOf(margin, priced)} of sales`
  return (
    <>
      {priced > 0 && `${percentOf(margin, priced)} of ${wholeRupees(priced)}. `}
      <span className="wait-t">{`Cost unknown for ${formatCount(unknownCost)} ${unknownCost === 1 ? 'order' : 'orders'}`}</span>
    </>
  )
}

/** No margin is given while no cost is known. */
const marginText = ({ orders, unknownCost, margin }: SalesSummary) =>
  orders > 0 && unknownCost === orders ? '—' : wholeRupees(margin)

const wasText = ({ refunded, sales }: SalesSummary) =>
  sales === 0 ? '' : `, was ${percentOf(refunded, sales)}`

/** Change against the same number of days before; empty if those had nothing. */
function changeText(now: number, then: number): string {
  if (then === 0) return now === 0 ? '' : 'No data for the previous period'
  const change = ((now - then) / then) * 100
  const way = change < 0 ? 'less' : 'more'
  return Math.abs(change) < 0.05
    ? 'Same as previous period'
    : `${Math.abs(change).toFixed(1)}% ${way} than previous period`
}

function Figure({ name, value, note }: { name: string; value: string; note: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="money">{value}</dd>
      <dd className="xs t2">{note}</dd>
    </div>
  )
}

/** The skeleton of the figures. */
export function TotalsSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <Skeleton height={126} />
      <Skeleton height={330} className="money-gap" />
    </div>
  )
}
