import type { SalesSummary } from '@jhatpat/shared/contracts/sales.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { type DaySummary, weekly } from './by-week.ts'
import { axis, ChartTip } from './chart-parts.tsx'
import { percentOf } from './money-format.ts'
import { promiseGoal } from './money-texts.ts'

/** The share on time by day against the goal; a day without ended orders has no point. */
export default function PromiseChart({ days }: { days: readonly DaySummary[] }) {
  const points = weekly(days).map((bar) => ({ ...bar, share: bar.ended ? bar.onTime / bar.ended : null }))
  const lowest = Math.min(promiseGoal, ...points.map(({ share }) => share ?? 1))
  const floor = Math.max(0, Math.floor(lowest * 20 - 1) / 20)
  return (
    <div className="money-chart">
      <ResponsiveContainer width="100%" height={150} initialDimension={{ width: 600, height: 150 }}>
        <LineChart
          data={points}
          title="Delivered on time"
          margin={{ top: 10, right: 0, bottom: 0, left: 18 }}
        >
          <XAxis dataKey="label" {...axis} interval="preserveStartEnd" minTickGap={18} />
          <YAxis
            {...axis}
            orientation="right"
            width={44}
            domain={[floor, 1]}
            ticks={[floor, promiseGoal]}
            tickFormatter={(share: number) => `${Math.round(share * 100)}%`}
          />
          <ReferenceLine y={promiseGoal} stroke="var(--color-chart-2)" strokeDasharray="4 4" />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--color-line-strong)' }}
            content={({ active, payload }) => (
              <ChartTip bar={active ? payload?.[0]?.payload : undefined} lines={linesOf} />
            )}
          />
          <Line
            dataKey="share"
            stroke="var(--color-chart-1)"
            strokeWidth={2}
            dot={{ r: 2.2, fill: 'var(--color-chart-1)', strokeWidth: 0 }}
            connectNulls
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}

const linesOf = ({ onTime, ended }: SalesSummary): [string, string][] => [
  ['Delivered on time', percentOf(onTime, ended)],
  ['On time', `${formatCount(onTime)} of ${formatCount(ended)}`],
]
