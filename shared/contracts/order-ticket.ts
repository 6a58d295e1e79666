import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** What a customer says is wrong with a delivery. */
export const ticketWhats = ['nothing', 'less', 'elsewhere'] as const
export type TicketWhat = (typeof ticketWhats)[number]

/** How a report ends: it was delivered after all, the money went back, or our team explained what happened. */
export const ticketAnswers = ['delivered', 'refunded', 'explained'] as const
export type TicketAnswer = (typeof ticketAnswers)[number]

/** How long after the delivery a discrepancy can be reported (specification §8), in ms. */
export const reportMs = 48 * 3_600_000

/** "Not received", about one order, as its customer sees it. Whose answer it is they are not told. */
export const OrderTicket = z.object({
  status: z.enum(['open', 'answered']),
  what: z.enum(ticketWhats),
  /** A line of the customer's own, or empty. */
  note: z.string(),
  openedAt: isoTime(),
  /** When our team promised to answer. */
  answerBy: isoTime(),
  answer: z.optional(z.object({ kind: z.enum(ticketAnswers), text: z.string(), at: isoTime() })),
})
export type OrderTicket = z.output<typeof OrderTicket>
