import { toDecimalText } from '../../../contracts/money.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { endOf, isEndedByPayment } from './order-end.ts'

type Sums = Pick<OrderDoc, 'pricePaise' | 'partlyRefundedPaise' | 'units'>

/** What is left of the price after what was given back for units before. */
export const refundablePaise = ({
  pricePaise,
  partlyRefundedPaise,
}: Pick<OrderDoc, 'pricePaise' | 'partlyRefundedPaise'>): number => pricePaise - partlyRefundedPaise

/** What a refund of the units that did not arrive gives back unless the admin corrects it. */
export const suggestedRefundPaise = (order: Sums): number =>
  Math.min(undeliveredValuePaise(order), refundablePaise(order))

/**
 * What a refund of the units that did not arrive gives back.
 * @param requestedPaise the admin's own sum; undefined takes the proposed one
 * @throws amount_invalid, naming `amount`: nothing, more than is left, or a part though nothing arrived
 */
export function refundAmountPaise(order: Sums, requestedPaise: number | undefined): number {
  const left = refundablePaise(order)
  if (requestedPaise === undefined) return suggestedRefundPaise(order)
  if (requestedPaise < 1) throw invalidAmount('The sum must be more than nothing.')
  if (requestedPaise > left)
    throw invalidAmount(`At most ₹${toDecimalText(left)} of the price is left to give back.`)
  if (requestedPaise < left && order.units.every((unit) => unit.state !== 'delivered')) {
    throw invalidAmount(`Nothing arrived, so the whole ₹${toDecimalText(left)} goes back.`)
  }
  return requestedPaise
}

const invalidAmount = (message: string) => new AppError('amount_invalid', { field: 'amount', message })

/**
 * What the move to Refunded put into the wallet: the price less what was given back before, or, where the order was
 * never bought, the money that came. Other payments that were credited are not in it.
 */
export function refundedPaise(
  order: Pick<OrderDoc, 'status' | 'ended' | 'history' | 'payment' | 'pricePaise' | 'partlyRefundedPaise'>,
): number {
  return walletCredits(order).ending?.amountPaise ?? order.pricePaise - order.partlyRefundedPaise
}

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

/** Money that did not buy the order and is in the wallet. `dedupeKey`: the gateway's id, or the discrepancy's. */
export type WalletCredit = { at: Date; amountPaise: number; dedupeKey: string; reference?: string }

type Credited = Pick<OrderDoc, 'status' | 'ended' | 'history' | 'payment'>

/**
 * Pure. The credit that ended the order, whatever was credited before or after, and all others; without `ending` where
 * money did not end it.
 */
export function walletCredits(order: Credited): { ending?: WalletCredit; others: WalletCredit[] } {
  const credits = creditsOf(order)
  const endedAt = isEndedByPayment(order) ? endOf(order)?.at.getTime() : undefined
  if (endedAt === undefined) return { others: credits }
  const distance = ({ at }: WalletCredit) => Math.abs(at.getTime() - endedAt)
  const [ending] = credits.toSorted((a, b) => distance(a) - distance(b))
  return { ...(ending && { ending }), others: credits.filter((one) => one !== ending) }
}

/** Pure. Payments that were credited by themselves, then those that a person credited. */
function creditsOf({ payment }: Pick<OrderDoc, 'payment'>): WalletCredit[] {
  const { captures = [], discrepancies = [] } = payment ?? {}
  const captured = captures
    .filter(({ allocatedTo }) => allocatedTo === 'wallet')
    .map(({ at, amountPaise, bankReference: reference, gatewayId: dedupeKey }) => ({
      at,
      amountPaise,
      reference,
      dedupeKey,
    }))
  const checked = discrepancies.flatMap(({ id, resolution, inReviewPaise, kind, told }): WalletCredit[] => {
    if (resolution?.answer !== 'credit') return []
    const reference = kind === 'amount_changed' ? {} : { reference: told }
    return [{ at: resolution.at, amountPaise: inReviewPaise, dedupeKey: id, ...reference }]
  })
  return [...captured, ...checked]
}
