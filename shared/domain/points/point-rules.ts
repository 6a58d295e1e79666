import { toPaise, toRupees } from '../../contracts/money.ts'
import type { Env } from '../../platform/env.ts'

/** What points are earned for and what they are worth. */
export type PointRates = Pick<Env, 'POINTS_PER_100_RUPEES' | 'POINT_VALUE_PAISE'>

const paiseOf100Rupees = 10_000

/** Hundredths of a point that so many paise earn, rounded down. */
export const pointsEarned = ({ POINTS_PER_100_RUPEES }: PointRates, paidPaise: number): number =>
  share(toPaise(POINTS_PER_100_RUPEES), paidPaise, paiseOf100Rupees)

/** Paise that so many hundredths of a point become, rounded down. */
export const pointsValuePaise = ({ POINT_VALUE_PAISE }: PointRates, hundredths: number): number =>
  share(hundredths, POINT_VALUE_PAISE, 100)

/** Of what an order offered, the part for what is left of its price. Rounded down. */
export const proratedPoints = (hundredths: number, paidPaise: number, pricePaise: number): number =>
  share(hundredths, paidPaise, pricePaise)

/** Points on the wire to hundredths and back; they have two decimals as rupees have. The first throws on more. */
export const toHundredths = toPaise
export const toPoints = toRupees

/** `128.40`, as they are read. */
export const pointsText = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** Exact also where the product is beyond what a number holds. */
const share = (amount: number, times: number, over: number): number =>
  Number((BigInt(amount) * BigInt(times)) / BigInt(over))
