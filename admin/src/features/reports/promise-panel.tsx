import { promiseMinutes } from '@jhatpat/shared/contracts/order-status.ts'
import type { SalesSummary } from '@jhatpat/shared/contracts/sales.ts'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import type { DaySummary } from './by-week.ts'
import { dayOf, percentOf, upToText } from './money-format.ts'

const PromiseChart = lazy(() => import('./promise-chart.tsx'))

/** How many paid orders ended within the promised time. */
export function PromisePanel({ days, total }: { days: readonly DaySummary[]; total: SalesSummary }) {
  const share = (totals: SalesSummary) => (totals.ended === 0 ? 1 : totals.onTime / totals.ended)
  const worst = days.reduce<DaySummary | undefined>(
    (low, totals) => (totals.ended > 0 && (!low || share(totals) < share(low)) ? totals : low),
    undefined,
  )
  return (
    <section className="panel money-gap" aria-labelledby="promise-kept">
      <div className="row between wrap">
        <h2 className="d4" id="promise-kept">{`Delivered on time (${promiseMinutes} min)`}</h2>
        <span className="row wrap legend xs t2" aria-hidden="true">
          <span className="nowrap">
            <i className="k line" style={{ background: 'var(--color-chart-1)' }} />
            by day
          </span>
          <span className="nowrap">
            <i className="k line" style={{ background: 'var(--color-chart-2)' }} />
            target
          </span>
        </span>
      </div>
      <div className="money-promise">
        <div>
          <p className="money money-large">{percentOf(total.onTime, total.ended)}</p>
          <p className="t2 sm">
            {worst && share(worst) < 1
              ? `Lowest on ${dayOf(worst.day)}, ${percentOf(worst.onTime, worst.ended)}.`
              : 'On target every day.'}
            {total.medianSeconds !== null &&
              ` Median ${upToText(total.medianSeconds)}, 90% within ${upToText(total.ninetiethSeconds)}.`}
          </p>
        </div>
        <Suspense fallback={<Skeleton height={150} />}>
          <PromiseChart days={days} />
        </Suspense>
      </div>
    </section>
  )
}
