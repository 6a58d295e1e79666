import { toDecimalText } from '../../../contracts/money.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { OrderDoc } from '../order-model.ts'
import { undeliveredValuePaise } from './undelivered.ts'

type Sums = Pick<OrderDoc, 'pricePaise' | 'partlyRefundedPaise' | 'units'>

/** What is left of the price after what was given back for units before. */
export const refundablePaise = ({ pricePaise, partlyRefundedPaise }: Pick<OrderDoc, 'pricePaise' | 'partlyRefundedPaise'>): number =>
  pricePaise - partlyRefundedPaise

/** What a refund of the units that did not arrive gives back unless the admin corrects it. */
export const suggestedRefundPaise = (order: Sums): number => Math.min(undeliveredValuePaise(order), refundablePaise(order))

/**
 * What a refund of the units that did not arrive gives back.
 * @param requestedPaise the admin's own sum; undefined takes the proposed one
 * @throws amount_invalid, naming `amount`: nothing, more than is left, or a part though nothing arrived
 */
export function refundAmountPaise(order: Sums, requestedPaise: number | undefined): number {
  const left = refundablePaise(order)
  if (requestedPaise === undefined) return suggestedRefundPaise(order)
  if (requestedPaise < 1) throw invalidAmount('The sum must be more than nothing.')
  if (requestedPaise > left) throw invalidAmount(`At most ₹${toDecimalText(left)} of the price is left to give back.`)
  if (requestedPaise < left && order.units.every((unit) => unit.state !== 'delivered')) {
    throw invalidAmount(`Nothing arrived, so the whole ₹${toDecimalText(left)} goes back.`)
  }
  return requestedPaise
}

const invalidAmount = (message: string) => new AppError('amount_invalid', { field: 'amount', message })
