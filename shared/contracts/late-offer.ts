import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** The choices of a late order's customer: to wait, for points, or a refund. */
export const lateOfferOptions = ['wait', 'refund'] as const
export type LateOfferOption = (typeof lateOfferOptions)[number]

/** The offer after an order's promised time has passed. */
export const LateDeliveryOffer = z.object({
  /** Points that come with a late delivery. */
  points: z.number(),
  /** Rupees that a refund puts into the wallet. */
  refund: z.number(),
  /** Must first confirm that nothing was delivered; absent: the refund is immediate. */
  waitingFor: z.optional(z.enum(['supplier', 'admin'])),
  chosen: z.optional(z.object({ choice: z.enum(lateOfferOptions), at: isoTime() })),
})
export type LateDeliveryOffer = z.output<typeof LateDeliveryOffer>
