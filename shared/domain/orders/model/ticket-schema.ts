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

/** A message beside the note and the resolution. `resolution`: the resolution that the report had resolution with, before it was opened anew. */
export type Message = {
  /** The same in every try of one request. */
  id: string
  from: 'customer' | 'team'
  text: string
  at: Date
  resolution: TicketResolution | ''
}

/** "Not received": what the customer says of a delivery, and what our team answered. The order holds all else. */
export type Ticket = {
  status: 'open' | 'resolved'
  issue: TicketIssue
  note: string
  openedAt: Date
  replyDueAt: Date
  /** The text is the customer's to read; who gave it is the decision's row. */
  resolution: { kind: TicketResolution; text: string; at: Date } | null
  /** The oldest first. Who of us wrote one is the decision's row of the same moment. */
  messages: Message[]
  /** So many of them has our team read. */
  readCount: number
  language: ReadLanguage
  /** When it should have resolution, and which of the two alarms about that was raised. */
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
