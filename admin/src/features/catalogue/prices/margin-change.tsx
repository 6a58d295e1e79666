import { formatPaise, toPaise } from '@jhatpat/shared/contracts/money.ts'
import type { ChangedPrice, PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { marginRatio, percentText } from '../margin.ts'

/** What a set was worth when it was applied, or would be by the costs of when it was planned. */
export function SetMarginLine({ set }: { set: PriceChange }) {
  const margin = setMargin(set)
  if (!margin) return null
  const { before, after } = margin
  return (
    <p className="xs t2">
      Average margin <Turn from={percentText(before.percent)} to={percentText(after.percent)} />, on one of
      each <Turn from={formatPaise(before.paise)} to={formatPaise(after.paise)} />
    </p>
  )
}

/** The margin of one price of a set, before and after. */
export function PriceMargin({
  price: { from, to, cost },
}: {
  price: Pick<ChangedPrice, 'from' | 'to' | 'cost'>
}) {
  if (cost === undefined) return null
  const left = (rupees: number) => percentText(marginRatio(toPaise(rupees), toPaise(cost)))
  return (
    <span className="t3">
      {' '}
      margin <Turn from={left(from)} to={left(to)} />
    </span>
  )
}

function Turn({ from, to }: { from: string; to: string }) {
  return (
    <span className="num">
      {from} <span aria-hidden="true">→</span>
      <span className="visually-hidden">, then</span> {to}
    </span>
  )
}

/** Before and after: what prices leave on average, in per cent, and what one of each leaves together, in paise. */
type SetMargin = Record<'before' | 'after', { percent: number; paise: number }>

/**
 * What a set was worth: of the prices that it wrote, or would write, by what their items cost then. Undefined where
 * nobody knew that of any.
 */
export function setMargin({ state, prices }: Pick<PriceChange, 'state' | 'prices'>): SetMargin | undefined {
  const isOver = state !== 'planned' && state !== 'cancelled'
  const known = prices.flatMap(({ from, to, cost, result }) =>
    cost === undefined || (isOver && result !== 'applied')
      ? []
      : [{ before: toPaise(from), after: toPaise(to), cost: toPaise(cost) }],
  )
  if (known.length === 0) return undefined
  const of = (side: 'before' | 'after') => ({
    percent: known.reduce((sum, one) => sum + marginRatio(one[side], one.cost), 0) / known.length,
    paise: known.reduce((sum, one) => sum + one[side] - one.cost, 0),
  })
  return { before: of('before'), after: of('after') }
}
