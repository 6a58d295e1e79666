import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/** What takes longer just now. */
export const Delay = z.object({
  /** No two have the same: it tells which of them this is. */
  since: isoTime(),
  /** The ids of the products that are bought there. */
  products: z.array(z.string()),
  /** No UPI payment is begun meanwhile. Absent where that is not so. */
  isUpiPaused: z.optional(z.literal(true)),
  /** The supplier does not answer, so IDs of these products may not be checked. Absent where that is not so. */
  idChecksDown: z.optional(z.literal(true)),
  /** Waiting orders are going out. */
  isReleased: z.boolean(),
  en: z.string(),
  hi: z.string(),
  nextUpdateAt: isoTime(),
})
export type Delay = z.output<typeof Delay>

export const delays = route({
  method: 'GET',
  path: '/delays',
  auth: 'public',
  summary: 'What takes longer just now, in the words that customers are told',
  result: z.array(Delay),
  errors: [],
  errorField: 'message',
})
