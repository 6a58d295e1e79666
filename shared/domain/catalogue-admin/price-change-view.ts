import { toRupees } from '../../contracts/money.ts'
import type { ChangedPrice, PreviewedPrice, PriceChange } from '../../contracts/price-changes.ts'
import type { IChangedPrice, IPriceChange } from './price-change-model.ts'
import type { RollBackPrice } from './roll-back-price-change.ts'

/** A price change as sent to admins, with prices in rupees. */
export function priceChangeView(priceChange: IPriceChange): PriceChange {
  const { _id, state, by, reason, rollsBackId, rolledBackBy, endedAt, pending = 'none' } = priceChange
  return {
    id: _id,
    state,
    by: by.name,
    reason,
    rollsBackId,
    rolledBackBy,
    pending,
    createdAt: priceChange.createdAt.toISOString(),
    applyAt: priceChange.applyAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    prices: priceChange.prices.map(changedPriceView),
  }
}

function changedPriceView({
  result,
  actualPaise,
  costPaise,
  decidedCostPaise,
  risk,
  ...price
}: IChangedPrice): ChangedPrice {
  const cost = result === null ? costPaise : decidedCostPaise
  return {
    ...priceFields(price),
    result,
    ...(risk && { risk }),
    ...(actualPaise === null ? {} : { found: toRupees(actualPaise) }),
    // Price changes written by an earlier release have neither.
    ...(typeof cost === 'number' && { cost: toRupees(cost) }),
    ...(result === 'pending' && costPaise !== null && { costBefore: toRupees(costPaise) }),
  }
}

export const rollBackView = ({ result, nowPaise, ...price }: RollBackPrice): PreviewedPrice => ({
  ...priceFields(price),
  result: result ?? 'gone',
  ...(nowPaise === null ? {} : { now: toRupees(nowPaise) }),
})

type PriceFields = Pick<IChangedPrice, 'itemid' | 'name' | 'field' | 'fromPaise' | 'toPaise'>

const priceFields = ({ itemid, name, field, fromPaise, toPaise }: PriceFields) => ({
  itemid,
  name,
  from: toRupees(fromPaise),
  to: toRupees(toPaise),
  field: field === 'resellPaise' ? ('resellprice' as const) : ('discountedprice' as const),
})
