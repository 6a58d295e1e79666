import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** What the customer of a late order may choose: to wait, for points, or to have the money back. */
export const lateOfferOptions = ['wait', 'refund'] as const
export type LateOfferOption = (typeof lateOfferOptions)[number]

/** What is offered once an order's promised time is over. */
export const LateDeliveryOffer = z.object({
  /** Points that come with a late delivery. */
  points: z.number(),
  /** Rupees that a refund puts into the wallet. */
  refund: z.number(),
  /** Who has to say first that it was not delivered; absent: the refund is made at once. */
  waitingFor: z.optional(z.enum(['supplier', 'admin'])),
  chosen: z.optional(z.object({ choice: z.enum(lateOfferOptions), at: isoTime() })),
})
export type LateDeliveryOffer = z.output<typeof LateDeliveryOffer>
