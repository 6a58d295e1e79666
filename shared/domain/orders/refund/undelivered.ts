import type { IUnit } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'

type Priced = Pick<OrderDoc, 'pricePaise' | 'units'>

/**
 * The part of the price for units that are not delivered: by what they cost at the supplier, or by their number
 * where one cost is not known. Rounded down to whole paise, so that what was delivered is never given away, and
 * one paisa at least, since nothing cannot be posted. Without units (delivered by hand) it is the whole price.
 */
export function undeliveredValuePaise(order: Priced): number {
  if (order.units.length === 0) return order.pricePaise
  const missing = order.units.filter((unit) => unit.state !== 'delivered')
  return missing.length === 0 ? 0 : Math.max(1, unitsValuePaise(order, missing))
}

/** The part of the price that these units stand for, rounded down to whole paise. */
export function unitsValuePaise({ pricePaise, units }: Priced, some: readonly IUnit[]): number {
  const worths = units.map(worthOf)
  const worth = (unit: IUnit) => (worths.includes(0n) ? 1n : worthOf(unit))
  const sum = (list: readonly IUnit[]) => list.reduce((total, unit) => total + worth(unit), 0n)
  return Number((BigInt(pricePaise) * sum(some)) / sum(units))
}

const decimals = 8

/** A unit's cost in hundred-millionths of the supplier's currency or points; 0 where it is not known. */
function worthOf({ cost }: IUnit): bigint {
  const match = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(cost ?? '')
  return match ? BigInt(`${match[1]}${(match[2] ?? '').padEnd(decimals, '0')}`) : 0n
}
