import { toDecimalText } from '../../../contracts/money.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { endOf, isEndedByPayment } from './order-end.ts'

type Sums = Pick<OrderDoc, 'pricePaise' | 'partlyRefundedPaise' | 'units'>

/** The price less earlier partial refunds. */
export const refundablePaise = ({
  pricePaise,
  partlyRefundedPaise,
}: Pick<OrderDoc, 'pricePaise' | 'partlyRefundedPaise'>): number => pricePaise - partlyRefundedPaise

/** The amount of a refund for undelivered units, unless the admin enters another one. */
export const suggestedRefundPaise = (order: Sums): number =>
  Math.min(undeliveredValuePaise(order), refundablePaise(order))

/**
 * The amount of a refund for undelivered units.
 * @param requestedPaise the admin's amount; undefined for the suggested one
 * @throws amount_invalid with field `amount`: zero, more than refundable, or a part although nothing arrived
 */
export function refundAmountPaise(order: Sums, requestedPaise: number | undefined): number {
  const refundable = refundablePaise(order)
  if (requestedPaise === undefined) return suggestedRefundPaise(order)
  if (requestedPaise < 1) throw invalidAmount('Enter an amount above ₹0.')
  if (requestedPaise > refundable) throw invalidAmount(`You can refund up to ₹${toDecimalText(refundable)}.`)
  if (requestedPaise < refundable && order.units.every((unit) => unit.state !== 'delivered')) {
    throw invalidAmount(`Nothing was delivered, so the full ₹${toDecimalText(refundable)} must be refunded.`)
  }
  return requestedPaise
}

const invalidAmount = (message: string) => new AppError('amount_invalid', { field: 'amount', message })

/**
 * The amount that the transition to Refunded credited to the wallet: the price less earlier partial refunds,
 * or the payment if the order was never bought. Other credited payments are not included.
 */
export function refundedPaise(
  order: Pick<OrderDoc, 'status' | 'ended' | 'history' | 'payment' | 'pricePaise' | 'partlyRefundedPaise'>,
): number {
  return walletCredits(order).ending?.amountPaise ?? order.pricePaise - order.partlyRefundedPaise
}

type Priced = Pick<OrderDoc, 'pricePaise' | 'units'>

/**
 * The part of the price for undelivered units: by their cost at the supplier, or by their number if a cost is
 * unknown. It is rounded down to whole paise, so that nothing delivered is refunded, and at least one paisa,
 * because zero cannot be posted. Without units (manual delivery) it is the whole price.
 */
export function undeliveredValuePaise(order: Priced): number {
  if (order.units.length === 0) return order.pricePaise
  const missing = order.units.filter((unit) => unit.state !== 'delivered')
  return missing.length === 0 ? 0 : Math.max(1, unitsValuePaise(order, missing))
}

/** The part of the price for these units, rounded down to whole paise. */
export function unitsValuePaise({ pricePaise, units }: Priced, some: readonly IUnit[]): number {
  const costs = units.map(costOf)
  const shareOf = (unit: IUnit) => (costs.includes(0n) ? 1n : costOf(unit))
  const sum = (list: readonly IUnit[]) => list.reduce((total, unit) => total + shareOf(unit), 0n)
  return Number((BigInt(pricePaise) * sum(some)) / sum(units))
}

const decimals = 8

/** A unit's cost in hundred-millionths of the supplier's currency; 0 if unknown. */
function costOf({ cost }: IUnit): bigint {
  const match = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(cost ?? '')
  return match ? BigInt(`${match[1]}${(match[2] ?? '').padEnd(decimals, '0')}`) : 0n
}

/**
 * A payment that did not buy the order and is in the wallet. `dedupeKey`: the id at the gateway, or of the
 * discrepancy.
 */
export type WalletCredit = { at: Date; amountPaise: number; dedupeKey: string; reference?: string }

type Credited = Pick<OrderDoc, 'status' | 'ended' | 'history' | 'payment'>

/** Pure. The credit that ended the order, and all others; without `ending` if no payment ended it. */
export function walletCredits(order: Credited): { ending?: WalletCredit; others: WalletCredit[] } {
  const credits = creditsOf(order)
  const endedAt = isEndedByPayment(order) ? endOf(order)?.at.getTime() : undefined
  if (endedAt === undefined) return { others: credits }
  const distance = ({ at }: WalletCredit) => Math.abs(at.getTime() - endedAt)
  const [ending] = credits.toSorted((a, b) => distance(a) - distance(b))
  return { ...(ending && { ending }), others: credits.filter((one) => one !== ending) }
}

/** Pure. Payments that were credited automatically, then those that an admin credited. */
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
  const checked = discrepancies.flatMap(
    ({ id, resolution, inReviewPaise, kind, reported }): WalletCredit[] => {
      if (resolution?.answer !== 'credit') return []
      const reference = kind === 'amount_changed' ? {} : { reference: reported }
      return [{ at: resolution.at, amountPaise: inReviewPaise, dedupeKey: id, ...reference }]
    },
  )
  return [...captured, ...checked]
}
