import { formatPaise, toPaise } from '@jhatpat/shared/contracts/money.ts'
import type { PriceChange, ChangedPrice } from '@jhatpat/shared/contracts/price-changes.ts'
import { percentText, marginRatio } from './margin.ts'
import { setMargin } from './set-margin.ts'

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
