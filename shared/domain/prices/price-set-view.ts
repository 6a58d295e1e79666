import { toRupees } from '../../contracts/money.ts'
import type { BackPrice, PriceSet } from '../../contracts/price-sets.ts'
import type { IPriceSet, ISetPrice } from './price-set-model.ts'
import type { PriceBack } from './roll-back-prices.ts'

/** Prices become rupees. */
export function priceSetView(set: IPriceSet): PriceSet {
  const { _id, state, by, why, rollsBack, rolledBackBy, endedAt } = set
  return {
    ...{ id: _id, state, by: by.name, why, rollsBack, rolledBackBy },
    createdAt: set.createdAt.toISOString(),
    applyAt: set.applyAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    prices: set.prices.map(({ result, foundPaise, ...price }) => ({
      ...fieldsOf(price),
      result,
      ...(foundPaise === null ? {} : { found: toRupees(foundPaise) }),
    })),
  }
}

export const priceBackView = ({ result, nowPaise, ...price }: PriceBack): BackPrice => ({
  ...fieldsOf(price),
  result: result ?? 'gone',
  ...(nowPaise === null ? {} : { now: toRupees(nowPaise) }),
})

const fieldsOf = ({ itemid, name, field, fromPaise, toPaise }: Omit<ISetPrice, 'result' | 'foundPaise'>) => ({
  ...{ itemid, name, from: toRupees(fromPaise), to: toRupees(toPaise) },
  field: field === 'resellPaise' ? ('resellprice' as const) : ('discountedprice' as const),
})
