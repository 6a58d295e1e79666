import * as z from 'zod'
import { Faults } from '../wire/faults.ts'
import { SmilePlayer } from './smile-players.ts'
import { smileCountries } from './smile-products.ts'

/** These codes are in no public list, so they are settings. */
const Codes = z.strictObject({
  signInvalid: z.number().int(),
  signExpired: z.number().int(),
  insufficientPoints: z.number().int(),
  productGone: z.number().int(),
})

const Factor = z.number().positive()

export const SmileSettings = z.strictObject({
  delayMs: z.number().int().min(0),
  replyDelayMs: z.number().int().min(0),
  /** Fields under `data`, as in current live replies, instead of at top level. */
  nestedFields: z.boolean(),
  /** The field of createorder with the order's id. */
  orderIdField: z.enum(['order_id', 'orderid']),
  /** `status` as text. */
  statusAsString: z.boolean(),
  /** The error texts repeat the merchant's key. */
  leakKey: z.boolean(),
  codes: Codes,
  /** The factor on coins; the role check returns it, and orders cost accordingly. */
  changePrice: Factor,
  /** The same for single products, by id; overrides `changePrice`. */
  packPrices: z.record(z.string(), Factor),
})
export type SmileSettings = z.output<typeof SmileSettings>

export const defaultSmileSettings: SmileSettings = {
  delayMs: 0,
  replyDelayMs: 0,
  nestedFields: true,
  orderIdField: 'order_id',
  statusAsString: false,
  leakKey: false,
  codes: { signInvalid: 40001, signExpired: 40002, insufficientPoints: 20010, productGone: 20005 },
  changePrice: 1,
  packPrices: {},
}

export const SmileCommand = SmileSettings.partial().extend({
  codes: Codes.partial().optional(),
  next: Faults.optional(),
  /** Sets a country's points, e.g. `{ "br": "12.5" }`. */
  points: z.partialRecord(z.enum(smileCountries), z.string().regex(/^\d+(\.\d{1,2})?$/)).optional(),
  /** Adds special players, by user id. */
  users: z.record(z.string(), SmilePlayer).optional(),
  reset: z.enum(['faults', 'all']).optional(),
})
