import { Schema } from 'mongoose'
import {
  type ReadLanguage,
  readLanguages,
  type TicketIssue,
  type TicketResolution,
  ticketIssues,
  ticketResolutions,
} from '../../../contracts/order-ticket.ts'
import type { SchemaFields } from '../../../platform/fields-of.ts'

/**
 * A message in a ticket, in addition to its first note and its resolution. `resolution`: for the resolution
 * of a ticket that was reopened later.
 */
export type Message = {
  /** The same in every try of one request. */
  id: string
  from: 'customer' | 'team'
  text: string
  at: Date
  resolution: TicketResolution | ''
}

/** "Not received": the customer's report and our reply. Everything else is in the order. */
export type Ticket = {
  status: 'open' | 'resolved'
  issue: TicketIssue
  note: string
  openedAt: Date
  replyDueAt: Date
  /** The text is for the customer; the admin is in the staff action. */
  resolution: { kind: TicketResolution; text: string; at: Date } | null
  /** Oldest first. The admin of a message is in the staff action of the same time. */
  messages: Message[]
  /** The number of messages that our team has read. */
  readCount: number
  language: ReadLanguage
  /** When it should be resolved, and which of the two deadline alerts was raised. */
  deadlineAt: Date
  alerted: '' | 'ending' | 'over'
}

const date = { type: Date, required: true } as const
const text = { type: String, default: '' } as const

export const ticketSchema = new Schema<Ticket>(
  {
    status: { type: String, enum: ['open', 'resolved'], required: true },
    issue: { type: String, enum: ticketIssues, required: true },
    note: text,
    openedAt: date,
    replyDueAt: date,
    messages: {
      type: [
        new Schema<Message>(
          {
            id: { type: String, required: true },
            from: { type: String, enum: ['customer', 'team'], required: true },
            text: { type: String, required: true },
            at: date,
            resolution: { type: String, enum: ['' as const, ...ticketResolutions], default: '' as const },
          } satisfies SchemaFields<Message>,
          { _id: false, id: false },
        ),
      ],
      default: [],
    },
    readCount: { type: Number, default: 0 },
    language: { type: String, enum: readLanguages, default: 'en' as const },
    deadlineAt: date,
    alerted: { type: String, enum: ['', 'ending', 'over'] as const, default: '' as const },
    resolution: {
      type: new Schema(
        { kind: { type: String, enum: ticketResolutions, required: true }, text, at: date },
        { _id: false },
      ),
      default: null,
    },
  } satisfies SchemaFields<Ticket>,
  { _id: false },
)
