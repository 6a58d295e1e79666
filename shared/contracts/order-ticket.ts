import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** What a customer says is wrong with a delivery. */
export const ticketIssues = ['not_received', 'partly_received', 'wrong_account'] as const
export type TicketIssue = (typeof ticketIssues)[number]

/** How a report ends by `resolveTicket`: it was delivered after all, the money went back, or our team explained what happened. */
export const resolutions = ['delivered', 'refunded', 'explained'] as const
/** All the ways: `again` is `redeliverOrder`'s. */
export const ticketResolutions = [...resolutions, 'redelivered'] as const
export type Resolution = (typeof resolutions)[number]
export type TicketResolution = (typeof ticketResolutions)[number]

/** How long after the delivery a discrepancy can be reported (specification §8), in ms. */
export const reportMs = 48 * 3_600_000

/** How long after our resolution its customer can write again, which opens the report anew, in ms. */
export const replyMs = 48 * 3_600_000

/** So many messages has a report at most, from its customer and from our team. */
export const maxMessages = { customer: 10, team: 20 } as const

/** What one message may have. */
export const messageText = () =>
  z.string().check(z.trim(), z.minLength(2, 'Write at least two letters.'), z.maxLength(500))

/** With an resolution: so many of its messages stood on the admin's screen. What the customer has written since is read first. */
export const readMessageCount = () => z.optional(z.number().check(z.int(), z.gte(0), z.lte(100)))

/** In which language the shop is read: canned sentences go out in it. */
export const readLanguages = ['en', 'hi'] as const
export type ReadLanguage = (typeof readLanguages)[number]

/** One message of a report, from its customer or from our team. Which of us wrote it the customer is not told. */
export const TicketMessage = z.object({
  from: z.enum(['customer', 'team']),
  text: z.string(),
  at: isoTime(),
  /** The report had resolution with it, until its customer wrote again. */
  resolution: z.optional(z.enum(ticketResolutions)),
})
export type TicketMessage = z.output<typeof TicketMessage>

/** "Not received", about one order, as its customer sees it. Whose resolution it is they are not told. */
export const OrderTicket = z.object({
  status: z.enum(['open', 'resolved']),
  issue: z.enum(ticketIssues),
  /** A line of the customer's own, or empty. */
  note: z.string(),
  openedAt: isoTime(),
  /** When our team promised to resolution. */
  replyDueAt: isoTime(),
  /** Beside the note and the resolution, the oldest first. Absent only from an api of the release before. */
  messages: z.optional(z.array(TicketMessage)),
  /** How many messages the customer can still write, and until when; absent where none. */
  replies: z.optional(z.object({ left: z.number(), until: z.optional(isoTime()) })),
  resolution: z.optional(z.object({ kind: z.enum(ticketResolutions), text: z.string(), at: isoTime() })),
})
export type OrderTicket = z.output<typeof OrderTicket>
