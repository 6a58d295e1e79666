import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { ChangedPrice, PreviewedPrice } from '@jhatpat/shared/contracts/price-changes.ts'

import { marginRatio, percentText } from '../margin.ts'
import { PriceMargin } from './margin-change.tsx'

type Props = { label: string; prices: readonly (ChangedPrice | PreviewedPrice)[] }

/** The prices of a change: old and new values, and those left alone. */
export function SetPrices({ label, prices }: Props) {
  return (
    <ul className="set-prices" aria-label={label}>
      {prices.map((price) => (
        <li key={`${price.itemid}:${price.field}`}>
          <span className="grow">
            {price.name}
            {price.field === 'resellprice' && <span className="t3"> for resellers</span>}
            {isMargin(price) && <PriceMargin price={price} />}
          </span>
          <Change price={price} />
        </li>
      ))}
    </ul>
  )
}

/** A price that was not written has no margin before and after. */
const isMargin = (price: ChangedPrice | PreviewedPrice): boolean =>
  !('now' in price) && (price.result === null || price.result === 'applied')

function Change({ price }: { price: ChangedPrice | PreviewedPrice }) {
  const { from, to, result } = price
  const current = 'now' in price ? price.now : 'found' in price ? price.found : undefined
  if (result === 'gone') return <span className="bad-text">no longer there</span>
  if (result === 'changed')
    return (
      <span className="bad-text">
        {current === undefined ? 'skipped' : `skipped, now ${formatRupees(current)}`}
      </span>
    )
  if (result === 'pending') return <PendingMargin price={price} />
  if (result === 'same') return <span className="t2">{`is ${formatRupees(to)} already`}</span>
  return (
    <span className="num">
      <del className="t3">{formatRupees(from)}</del> <b>{formatRupees(to)}</b>
    </span>
  )
}

/** The margin that the price would have at the item's current cost. */
function PendingMargin({ price: { from, to, cost, costBefore } }: { price: ChangedPrice | PreviewedPrice }) {
  return (
    <span className="pending-price">
      {formatRupees(from)} <span className="t3">stays, {formatRupees(to)} needs review</span>
      {cost !== undefined && (
        <>
          <br />
          <span className="bad-text">
            {`costs ${formatRupees(cost)}${costBefore === undefined ? '' : `, not ${formatRupees(costBefore)}`}: `}
            {`would leave ${percentText(marginRatio(to, cost))}`}
          </span>
        </>
      )}
    </span>
  )
}
