import type { SalesFigures } from '@jhatpat/shared/contracts/sales.ts'

/** Style of both axes. */
export const axis = {
  axisLine: false,
  tickLine: false,
  tick: { fill: 'var(--color-text-3)', fontSize: 11, fontFamily: 'var(--font-text)' },
} as const

type Shown = SalesFigures & { name: string }

/** A day's figures while it is under the pointer or has the focus. */
export function ChartTip({
  one,
  lines,
}: {
  one: Shown | undefined
  lines: (one: SalesFigures) => [string, string][]
}) {
  if (!one) return null
  return (
    <div className="money-tip">
      <b>{one.name}</b>
      {lines(one).map(([name, value]) => (
        <div key={name}>
          <span className="t2">{name}</span>
          <b className="num">{value}</b>
        </div>
      ))}
    </div>
  )
}
