import { promiseMs } from '../../../contracts/order-status.ts'
import type { Env } from '../../../platform/env.ts'
import { toHundredths } from '../../points/index.ts'
import type { OrderDoc, OrderPoints, ShopHours } from '../model/order-model.ts'
import type { Transition } from './transition-order.ts'

type Rates = Pick<Env, 'LATE_ORDER_POINTS' | 'LATE_POINTS_PRICE_PERCENT' | 'POINT_VALUE_PAISE'>

/**
 * Pure. Hundredths of a point that an order offers for a late delivery, limited to a percentage of its price.
 */
export function latePointsOffered(rates: Rates, pricePaise: number): number {
  const maxHundredths = Math.floor((pricePaise * rates.LATE_POINTS_PRICE_PERCENT) / rates.POINT_VALUE_PAISE)
  return Math.min(toHundredths(rates.LATE_ORDER_POINTS), maxHundredths)
}

/** The settings that apply to an order from its placement on. */
export const latePointsTerms = (
  env: Rates & Pick<Env, 'LATE_POINTS_PER_DAY' | 'SHOP_HOURS'>,
  pricePaise: number,
): Pick<OrderPoints, 'late' | 'lateBonus' | 'latePerDay' | 'shopHours'> => ({
  late: latePointsOffered(env, pricePaise),
  lateBonus: 0,
  latePerDay: toHundredths(env.LATE_POINTS_PER_DAY),
  shopHours: env.SHOP_HOURS,
})

type LateOrder = Pick<OrderDoc, 'delivery' | 'processingAt' | 'createdAt' | 'hold' | 'points'>

/**
 * Pure. Hundredths of a point that a late completion earns, before the customer's daily limit. None for an
 * order that was on hold for an incident, which was announced to customers, and none with a partial refund.
 */
export function lateDue(order: LateOrder, { at, inc }: Pick<Transition, 'at' | 'inc'>): number {
  const { points, hold, delivery } = order
  if (hold || inc?.partlyRefundedPaise) return 0
  const paidAt = order.processingAt ?? order.createdAt
  const tookMs =
    delivery === 'manual' ? openMsBetween(paidAt, at, points?.shopHours) : at.getTime() - paidAt.getTime()
  return tookMs >= promiseMs ? (points?.late ?? 0) : 0
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
const istMs = 330 * minuteMs

/**
 * Pure. The part of the time between two dates that is within the shop hours, in ms; all of it without shop
 * hours.
 */
export function openMsBetween(from: Date, to: Date, hours: ShopHours | undefined): number {
  return hours ? openMs(to, hours) - openMs(from, hours) : to.getTime() - from.getTime()
}

/** Milliseconds within shop hours since 1970. */
function openMs(at: Date, { fromMinute, toMinute }: ShopHours): number {
  const ms = at.getTime() + istMs
  const openPerDayMs = (toMinute - fromMinute) * minuteMs
  const days = Math.floor(ms / dayMs)
  const today = ms - days * dayMs - fromMinute * minuteMs
  return days * openPerDayMs + Math.min(Math.max(today, 0), openPerDayMs)
}
