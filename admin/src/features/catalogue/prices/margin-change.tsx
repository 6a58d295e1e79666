import { formatPaise, toPaise } from '@jhatpat/shared/contracts/money.ts'
import type { ChangedPrice, PriceChange } from '@jhatpat/shared/contracts/price-changes.ts'
import { marginRatio, percentText } from '../margin.ts'

/** The effect of a price change on the margin, by the costs when it was applied, or planned. */
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

/** The margin of one price, before and after. */
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

/**
 * Before and after: the average margin in per cent, and the summed margin of one of each item, in
 * paise.
 */
type SetMargin = Record<'before' | 'after', { percent: number; paise: number }>

/**
 * The effect on the margin of the prices that were or would be written, by the costs at that time.
 * Undefined where no cost was known.
 */
export function setMargin({ state, prices }: Pick<PriceChange, 'state' | 'prices'>): SetMargin | undefined {
  const isOver = state !== 'planned' && state !== 'cancelled'
  const withCost = prices.flatMap(({ from, to, cost, result }) =>
    cost === undefined || (isOver && result !== 'applied')
      ? []
      : [{ before: toPaise(from), after: toPaise(to), cost: toPaise(cost) }],
  )
  if (withCost.length === 0) return undefined
  const of = (side: 'before' | 'after') => ({
    percent: withCost.reduce((sum, price) => sum + marginRatio(price[side], price.cost), 0) / withCost.length,
    paise: withCost.reduce((sum, price) => sum + price[side] - price.cost, 0),
  })
  return { before: of('before'), after: of('after') }
}
