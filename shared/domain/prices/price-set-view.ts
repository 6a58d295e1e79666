import { toRupees } from '../../contracts/money.ts'
import type { BackPrice, PriceSet, SetPrice } from '../../contracts/price-sets.ts'
import type { IPriceSet, ISetPrice } from './price-set-model.ts'
import type { PriceBack } from './roll-back-prices.ts'

/** Prices become rupees. */
export function priceSetView(set: IPriceSet): PriceSet {
  const { _id, state, by, reason, rollsBack, rolledBackBy, endedAt, held = 'none' } = set
  return {
    ...{ id: _id, state, by: by.name, reason, rollsBack, rolledBackBy, held },
    createdAt: set.createdAt.toISOString(),
    applyAt: set.applyAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    prices: set.prices.map(viewOf),
  }
}

function viewOf({ result, foundPaise, costPaise, endCostPaise, risk, ...price }: ISetPrice): SetPrice {
  const cost = result === null ? costPaise : endCostPaise
  return {
    ...fieldsOf(price),
    result,
    ...(risk && { risk }),
    ...(foundPaise === null ? {} : { found: toRupees(foundPaise) }),
    // A process of before has written neither.
    ...(typeof cost === 'number' && { cost: toRupees(cost) }),
    ...(result === 'held' && costPaise !== null && { costBefore: toRupees(costPaise) }),
  }
}

export const priceBackView = ({ result, nowPaise, ...price }: PriceBack): BackPrice => ({
  ...fieldsOf(price),
  result: result ?? 'gone',
  ...(nowPaise === null ? {} : { now: toRupees(nowPaise) }),
})

type Named = Pick<ISetPrice, 'itemid' | 'name' | 'field' | 'fromPaise' | 'toPaise'>

const fieldsOf = ({ itemid, name, field, fromPaise, toPaise }: Named) => ({
  ...{ itemid, name, from: toRupees(fromPaise), to: toRupees(toPaise) },
  field: field === 'resellPaise' ? ('resellprice' as const) : ('discountedprice' as const),
})
