import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/** A current delay. */
export const Delay = z.object({
  /** Unique, so it identifies the delay. */
  since: isoTime(),
  /** The ids of the affected products. */
  products: z.array(z.string()),
  /** UPI payments cannot be started meanwhile. Absent otherwise. */
  isUpiPaused: z.optional(z.literal(true)),
  /**
   * The supplier does not answer, so IDs of these products may not be checked. Absent otherwise.
   */
  idChecksDown: z.optional(z.literal(true)),
  /** The whole shop is being restored: nothing can be bought. Absent otherwise. */
  isRestoring: z.optional(z.literal(true)),
  /** Held orders are being released. */
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
  summary: 'Current delays, with the messages that customers see',
  result: z.array(Delay),
  errors: [],
  errorField: 'message',
})
