import * as z from 'zod/mini'
import { isoTime } from './fields.ts'

/** The issue that a customer reports about a delivery. */
export const ticketIssues = ['not_received', 'partly_received', 'wrong_account'] as const
export type TicketIssue = (typeof ticketIssues)[number]

/**
 * Resolutions of `resolveTicket`: it was delivered after all, it was refunded, or our team
 * explained what happened.
 */
export const resolutions = ['delivered', 'refunded', 'explained'] as const
/** All resolutions: `redelivered` comes from `redeliverOrder`. */
export const ticketResolutions = [...resolutions, 'redelivered'] as const
export type Resolution = (typeof resolutions)[number]
export type TicketResolution = (typeof ticketResolutions)[number]

/** How long after the delivery a ticket can be opened (specification §8), in ms. */
export const reportMs = 48 * 3_600_000

/** How long after the resolution the customer can write again, which reopens the ticket, in ms. */
export const replyMs = 48 * 3_600_000

/** Maximal number of messages of a ticket, from its customer and from our team. */
export const maxMessages = { customer: 10, team: 20 } as const

/** The text of one message. */
export const messageText = () =>
  z.string().check(z.trim(), z.minLength(2, 'Write at least 2 characters.'), z.maxLength(500))

/**
 * Sent with a resolution: how many messages the admin's screen showed. After newer ones the
 * resolution is rejected.
 */
export const readMessageCount = () => z.optional(z.number().check(z.int(), z.gte(0), z.lte(100)))

/** The language of the shop's pages: canned replies are sent in it. */
export const readLanguages = ['en', 'hi'] as const
export type ReadLanguage = (typeof readLanguages)[number]

/**
 * One message of a ticket, from its customer or from our team. Customers do not see which staff
 * member wrote it.
 */
export const TicketMessage = z.object({
  from: z.enum(['customer', 'team']),
  text: z.string(),
  at: isoTime(),
  /** The resolution sent with it, until the customer wrote again. */
  resolution: z.optional(z.enum(ticketResolutions)),
})
export type TicketMessage = z.output<typeof TicketMessage>

/**
 * A ticket "Not received" of one order, as its customer sees it, without the staff member's name.
 */
export const OrderTicket = z.object({
  status: z.enum(['open', 'resolved']),
  issue: z.enum(ticketIssues),
  /** The customer's own remark, or empty. */
  note: z.string(),
  openedAt: isoTime(),
  /** When our team promised to answer. */
  replyDueAt: isoTime(),
  /** In addition to the note and the resolution, the oldest first. */
  messages: z.optional(z.array(TicketMessage)),
  /** How many messages the customer can still write, and until when; absent where none. */
  replies: z.optional(z.object({ left: z.number(), until: z.optional(isoTime()) })),
  resolution: z.optional(z.object({ kind: z.enum(ticketResolutions), text: z.string(), at: isoTime() })),
})
export type OrderTicket = z.output<typeof OrderTicket>
