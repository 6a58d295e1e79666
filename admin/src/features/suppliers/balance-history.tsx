import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'

const width = 300
const height = 78
const top = 12

type Point = { x: number; y: number }

/** The balance over the last day; the alert threshold is a dashed line. */
export function BalanceHistory({
  supplierAccount,
  tone,
}: {
  supplierAccount: SupplierAccount
  tone: string
}) {
  const { history, settings, balance } = supplierAccount
  const last = history.at(-1)
  const isNewer = balance && Date.parse(balance.readAt) > Date.parse(last?.at ?? '1970')
  const all = isNewer ? [...history, { at: balance.readAt, amount: balance.amount }] : history
  if (all.length < 2)
    return <p className="line-c none xs t3">The chart starts with the second balance reading.</p>
  const alertLevel = settings.lowBalanceLevel === null ? undefined : Number(settings.lowBalanceLevel)
  const { points, levelOf } = scaled(all, alertLevel)
  const path = points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('')
  return (
    <div className={`line-c ${tone}`}>
      <svg
        viewBox={`0 0 ${width} ${height + top}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Balance of ${supplierTitles[supplierAccount.account]} over 24 hours`}
      >
        <path
          className="below"
          d={`${path}L${points.at(-1)?.x ?? 0} ${height + top}L${points[0]?.x ?? 0} ${height + top}Z`}
        />
        {alertLevel !== undefined && (
          <path className="low-balance-level" d={`M0 ${levelOf(alertLevel)}H${width}`} />
        )}
        <path className="balance" d={path} />
      </svg>
      <p className="row between xs t3" aria-hidden="true">
        <span>24 h ago</span>
        {alertLevel !== undefined && <span>dashed: alert</span>}
        <span>now</span>
      </p>
    </div>
  )
}

/**
 * Scales from zero, or the lowest negative value, to the highest; the line ends at the latest
 * reading.
 */
function scaled(
  history: SupplierAccount['history'],
  alertLevel = 0,
): { points: Point[]; levelOf: (amount: number) => number } {
  const amounts = history.map(({ amount }) => Number(amount))
  const most = Math.max(...amounts, alertLevel, 1)
  const least = Math.min(...amounts, 0)
  const levelOf = (amount: number) => top + ((most - amount) / (most - least)) * height
  const end = Math.max(...history.map(({ at }) => Date.parse(at)))
  const dayMs = 24 * 3_600_000
  const points = history.map(({ at, amount }) => ({
    x: Math.max(0, (1 - (end - Date.parse(at)) / dayMs) * width),
    y: levelOf(Number(amount)),
  }))
  return { points, levelOf }
}
