import type { OrderDoc } from './order-model.ts'

/**
 * The part of the price for packs that are not delivered: a share by number, rounded down to whole paise, so that
 * what was delivered is never given away, and one paisa at least, since nothing cannot be posted. Without packs
 * (delivered by hand) it is the whole price.
 */
export function undeliveredPaise(order: Pick<OrderDoc, 'pricePaise' | 'units'>): number {
  const total = order.units.length
  if (total === 0) return order.pricePaise
  const missing = order.units.filter((unit) => unit.state !== 'delivered').length
  return missing === 0 ? 0 : Math.max(1, Math.floor((order.pricePaise * missing) / total))
}
