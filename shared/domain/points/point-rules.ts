import { toPaise, toRupees } from '../../contracts/money.ts'
import type { Env } from '../../platform/env.ts'

/** What points are earned for, and their value. */
export type PointRates = Pick<Env, 'POINTS_PER_100_RUPEES' | 'POINT_VALUE_PAISE'>

const paiseOf100Rupees = 10_000

/** Hundredths of a point earned for an amount in paise, rounded down. */
export const pointsEarned = ({ POINTS_PER_100_RUPEES }: PointRates, paidPaise: number): number =>
  share(toPaise(POINTS_PER_100_RUPEES), paidPaise, paiseOf100Rupees)

/** Value in paise of hundredths of a point, rounded down. */
export const pointsValuePaise = ({ POINT_VALUE_PAISE }: PointRates, hundredths: number): number =>
  share(hundredths, POINT_VALUE_PAISE, 100)

/** The share of an order's points for the paid part of its price, rounded down. */
export const proratedPoints = (hundredths: number, paidPaise: number, pricePaise: number): number =>
  share(hundredths, paidPaise, pricePaise)

/** Points on the wire to hundredths and back; both have two decimals. `toHundredths` throws on more. */
export const toHundredths = toPaise
export const toPoints = toRupees

/** As displayed: `128.40`. */
export const pointsText = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** Exact, even when the product exceeds the safe integers. */
const share = (amount: number, factor: number, divisor: number): number =>
  Number((BigInt(amount) * BigInt(factor)) / BigInt(divisor))
