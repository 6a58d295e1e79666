import * as z from 'zod/mini'
import { idText, isoTime } from './fields.ts'
import { isIntegerPaise } from './money.ts'
import { route } from './route.ts'

/** A change of a user's points: above 0 is a credit, below 0 a debit. Two decimals at most. */
export const PointsLine = z.object({
  id: z.string(),
  kind: z.enum(['earned', 'late', 'revoked', 'redeemed']),
  /** What earned them, or a short description. */
  note: z.string(),
  points: z.number(),
  /** The order that earned or lost them. */
  orderid: z.optional(z.string()),
  /** Rupees that redeemed points became. */
  worth: z.optional(z.number()),
  at: isoTime(),
})
export type PointsLine = z.output<typeof PointsLine>

export const pointsBalance = route({
  method: 'GET',
  path: '/points/getbalance/:userid',
  auth: 'session',
  summary: 'A user’s reward points, with two decimals at most, and the rates for earning and redeeming them',
  params: z.strictObject({ userid: idText() }),
  result: z.object({
    balance: z.number(),
    /** Points for each ₹100 of a delivered order, as orders are placed now. */
    perHundredRupees: z.number(),
    /** Rupees that a point becomes. */
    worth: z.number(),
  }),
  errors: ['not_found'],
  errorField: 'message',
})

export const pointsHistory = route({
  method: 'GET',
  path: '/points/history/:userid',
  auth: 'session',
  summary: 'The latest changes of a user’s points',
  params: z.strictObject({ userid: idText() }),
  result: z.array(PointsLine),
  errors: ['not_found'],
  errorField: 'message',
})

const invalid = 'Please enter a valid amount.'

export const redeemPoints = route({
  method: 'POST',
  path: '/points/redeempoints',
  auth: 'session',
  summary: 'Redeem reward points as money in the wallet',
  body: z.strictObject({
    /** Points. */
    value: z
      .number(invalid)
      .check(
        z.gt(0, invalid),
        z.lte(1_000_000, 'At most 1,000,000 points at once.'),
        z.refine(isIntegerPaise, 'must have at most two decimals'),
      ),
    userid: idText(),
  }),
  result: z.object({ msg: z.string() }),
  errors: ['amount_invalid', 'insufficient_points', 'contact_frozen', 'not_found'],
  errorField: 'msg',
  idempotent: true,
})
