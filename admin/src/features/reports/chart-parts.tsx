import type { SalesSummary } from '@jhatpat/shared/contracts/sales.ts'

/** Style of both axes. */
export const axis = {
  axisLine: false,
  tickLine: false,
  tick: { fill: 'var(--color-text-3)', fontSize: 11, fontFamily: 'var(--font-text)' },
} as const

type Shown = SalesSummary & { name: string }

/** A day's figures while it is under the pointer or has the focus. */
export function ChartTip({
  bar,
  lines,
}: {
  bar: Shown | undefined
  lines: (bar: SalesSummary) => [string, string][]
}) {
  if (!bar) return null
  return (
    <div className="money-tip">
      <b>{bar.name}</b>
      {lines(bar).map(([name, value]) => (
        <div key={name}>
          <span className="t2">{name}</span>
          <b className="num">{value}</b>
        </div>
      ))}
    </div>
  )
}
