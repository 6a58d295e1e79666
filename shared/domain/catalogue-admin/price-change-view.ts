import { toRupees } from '../../contracts/money.ts'
import type { ChangedPrice, PreviewedPrice, PriceChange } from '../../contracts/price-changes.ts'
import type { IChangedPrice, IPriceChange } from './price-change-model.ts'
import type { RollBackPrice } from './roll-back-price-change.ts'

/** Prices become rupees. */
export function priceChangeView(set: IPriceChange): PriceChange {
  const { _id, state, by, reason, rollsBackId, rolledBackBy, endedAt, pending = 'none' } = set
  return {
    id: _id,
    state,
    by: by.name,
    reason,
    rollsBackId,
    rolledBackBy,
    pending,
    createdAt: set.createdAt.toISOString(),
    applyAt: set.applyAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    prices: set.prices.map(viewOf),
  }
}

function viewOf({
  result,
  actualPaise,
  costPaise,
  decidedCostPaise,
  risk,
  ...price
}: IChangedPrice): ChangedPrice {
  const cost = result === null ? costPaise : decidedCostPaise
  return {
    ...fieldsOf(price),
    result,
    ...(risk && { risk }),
    ...(actualPaise === null ? {} : { found: toRupees(actualPaise) }),
    // A process of before has written neither.
    ...(typeof cost === 'number' && { cost: toRupees(cost) }),
    ...(result === 'pending' && costPaise !== null && { costBefore: toRupees(costPaise) }),
  }
}

export const rollBackView = ({ result, nowPaise, ...price }: RollBackPrice): PreviewedPrice => ({
  ...fieldsOf(price),
  result: result ?? 'gone',
  ...(nowPaise === null ? {} : { now: toRupees(nowPaise) }),
})

type Named = Pick<IChangedPrice, 'itemid' | 'name' | 'field' | 'fromPaise' | 'toPaise'>

const fieldsOf = ({ itemid, name, field, fromPaise, toPaise }: Named) => ({
  itemid,
  name,
  from: toRupees(fromPaise),
  to: toRupees(toPaise),
  field: field === 'resellPaise' ? ('resellprice' as const) : ('discountedprice' as const),
})
