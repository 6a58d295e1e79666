import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** `in_progress` and `arrived` prevent a refund; `failed` reopens the ticket. */
export const redeliveryStates = ['in_progress', 'arrived', 'failed'] as const
export type RedeliveryState = (typeof redeliveryStates)[number]

/** A second delivery of an order, free of charge: its order, and that order's state. */
export const OrderRedelivery = z.object({
  orderid: z.string(),
  state: z.enum(redeliveryStates),
  at: isoTime(),
  endedAt: z.optional(isoTime()),
  /** How many of the paid units were sent again; absent where all were. */
  redeliveredUnits: z.optional(z.object({ sent: z.number(), total: z.number() })),
  /** It failed, but some of its units had arrived; absent where none had. */
  units: z.optional(z.object({ delivered: z.number(), total: z.number() })),
})
export type OrderRedelivery = z.output<typeof OrderRedelivery>
