import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** `in_progress` and `arrived` stand in the way of a refund; `failed` opens the report again. */
export const redeliveryStates = ['in_progress', 'arrived', 'failed'] as const
export type RedeliveryState = (typeof redeliveryStates)[number]

/** That an order was sent once more, free of charge: as which order, and what became of that one. */
export const OrderRedelivery = z.object({
  orderid: z.string(),
  state: z.enum(redeliveryStates),
  at: isoTime(),
  endedAt: z.optional(isoTime()),
  /** So many of the packs that were paid for were sent again; absent where all were. */
  redeliveredUnits: z.optional(z.object({ sent: z.number(), total: z.number() })),
  /** It failed, but so many of its packs had arrived; absent where none. */
  units: z.optional(z.object({ delivered: z.number(), total: z.number() })),
})
export type OrderRedelivery = z.output<typeof OrderRedelivery>
