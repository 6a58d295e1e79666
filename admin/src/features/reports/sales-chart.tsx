import type { SalesSummary } from '@jhatpat/shared/contracts/sales.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { type DaySummary, weekly } from './by-week.ts'
import { axis, ChartTip } from './chart-parts.tsx'
import { percentOf, shortRupees, wholeRupees } from './money-format.ts'

/** Sales by day, split into cost and margin; the table below has the same numbers. */
export default function SalesChart({ days }: { days: readonly DaySummary[] }) {
  const shown = weekly(days)
  const isUnknown = days.some(({ unknownCost }) => unknownCost > 0)
  const highest = shown.reduce(
    (top, bar) => (bar.sales > top.sales ? bar : top),
    shown[0] as (typeof shown)[0],
  )
  const bars = shown.map((bar) => ({
    ...bar,
    left: Math.max(0, bar.priced - bar.cost),
    unknown: bar.sales - bar.priced,
  }))
  return (
    <>
      <div className="row between wrap">
        <h2 className="d4" id="sales-by-day">
          {shown.length < days.length ? 'Sales by week' : 'Sales by day'}
        </h2>
        <span className="row wrap legend xs t2" aria-hidden="true">
          <Key colour="chart-1">Margin</Key>
          <Key colour="chart-4">Cost</Key>
          {isUnknown && <Key colour="surface-3">Cost unknown</Key>}
        </span>
      </div>
      <p className="visually-hidden">{`Best day: ${highest.name}, ${wholeRupees(highest.sales)}.`}</p>
      <div className="money-chart">
        <ResponsiveContainer width="100%" height={256} initialDimension={{ width: 600, height: 256 }}>
          <BarChart
            data={bars}
            title="Sales and margin"
            maxBarSize={36}
            margin={{ top: 18, right: 0, bottom: 0, left: 18 }}
          >
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="label" {...axis} interval="preserveStartEnd" minTickGap={18} />
            <YAxis orientation="right" width={58} tickFormatter={shortRupees} {...axis} />
            <Tooltip
              cursor={{ fill: 'var(--color-surface-2)' }}
              isAnimationActive={false}
              content={({ active, payload }) => (
                <ChartTip bar={active ? payload?.[0]?.payload : undefined} lines={linesOf} />
              )}
            />
            <Bar dataKey="cost" stackId="day" fill="var(--color-chart-4)" isAnimationActive={false} />
            <Bar dataKey="left" stackId="day" fill="var(--color-chart-1)" isAnimationActive={false} />
            <Bar dataKey="unknown" stackId="day" fill="var(--color-surface-3)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </>
  )
}

const linesOf = (totals: SalesSummary): [string, string][] => [
  ['Sales', wholeRupees(totals.sales)],
  ['Margin', wholeRupees(totals.margin)],
  ['% of sales', percentOf(totals.margin, totals.priced)],
  ['Refunded', wholeRupees(totals.refunded)],
  ['Orders', formatCount(totals.orders)],
]

function Key({ colour, children }: { colour: string; children: string }) {
  return (
    <span className="nowrap">
      <i className="k" style={{ background: `var(--color-${colour})` }} />
      {children}
    </span>
  )
}
