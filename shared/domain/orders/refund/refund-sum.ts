import { toDecimalText } from '../../../contracts/money.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { OrderDoc } from '../order-model.ts'
import { undeliveredPaise } from './undelivered.ts'

type Sums = Pick<OrderDoc, 'pricePaise' | 'sharePaise' | 'units'>

/** What is left of the price after what was given back for units before. */
export const leftPaise = ({ pricePaise, sharePaise }: Pick<OrderDoc, 'pricePaise' | 'sharePaise'>): number =>
  pricePaise - sharePaise

/** What a refund of the units that did not arrive gives back unless the admin corrects it. */
export const proposedPaise = (order: Sums): number => Math.min(undeliveredPaise(order), leftPaise(order))

/**
 * What a refund of the units that did not arrive gives back.
 * @param askedPaise the admin's own sum; undefined takes the proposed one
 * @throws amount_invalid, naming `amount`: nothing, more than is left, or a part though nothing arrived
 */
export function refundSumPaise(order: Sums, askedPaise: number | undefined): number {
  const left = leftPaise(order)
  if (askedPaise === undefined) return proposedPaise(order)
  if (askedPaise < 1) throw wrongSum('The sum must be more than nothing.')
  if (askedPaise > left) throw wrongSum(`At most ₹${toDecimalText(left)} of the price is left to give back.`)
  if (askedPaise < left && order.units.every((unit) => unit.state !== 'delivered')) {
    throw wrongSum(`Nothing arrived, so the whole ₹${toDecimalText(left)} goes back.`)
  }
  return askedPaise
}

const wrongSum = (message: string) => new AppError('amount_invalid', { field: 'amount', message })
