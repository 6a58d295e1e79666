import { Schema } from 'mongoose'
import {
  type ReadLanguage,
  readLanguages,
  type TicketAnswer,
  type TicketWhat,
  ticketAnswers,
  ticketWhats,
} from '../../../contracts/order-ticket.ts'
import type { FieldsOf } from '../../../platform/fields-of.ts'

/** A message beside the note and the answer. `ended`: the answer that the report had ended with, before it was opened anew. */
export type Message = {
  /** The same in every try of one request. */
  id: string
  from: 'customer' | 'team'
  text: string
  at: Date
  ended: TicketAnswer | ''
}

/** "Not received": what the customer says of a delivery, and what our team answered. The order holds all else. */
export type Ticket = {
  status: 'open' | 'answered'
  what: TicketWhat
  note: string
  openedAt: Date
  answerBy: Date
  /** The text is the customer's to read; who gave it is the decision's row. */
  answer: { kind: TicketAnswer; text: string; at: Date } | null
  /** The oldest first. Who of us wrote one is the decision's row of the same moment. */
  messages: Message[]
  /** So many of them has our team read. */
  readTo: number
  language: ReadLanguage
  /** When it should have ended, and which of the two alarms about that was raised. */
  endsAt: Date
  told: '' | 'ending' | 'over'
}

const date = { type: Date, required: true } as const
const text = { type: String, default: '' } as const

export const ticketSchema = new Schema<Ticket>(
  {
    status: { type: String, enum: ['open', 'answered'], required: true },
    what: { type: String, enum: ticketWhats, required: true },
    note: text,
    openedAt: date,
    answerBy: date,
    messages: {
      type: [
        new Schema<Message>(
          {
            id: { type: String, required: true },
            from: { type: String, enum: ['customer', 'team'], required: true },
            text: { type: String, required: true },
            at: date,
            ended: { type: String, enum: ['' as const, ...ticketAnswers], default: '' as const },
          } satisfies FieldsOf<Message>,
          { _id: false, id: false },
        ),
      ],
      default: [],
    },
    readTo: { type: Number, default: 0 },
    language: { type: String, enum: readLanguages, default: 'en' as const },
    endsAt: date,
    told: { type: String, enum: ['', 'ending', 'over'] as const, default: '' as const },
    answer: {
      type: new Schema(
        { kind: { type: String, enum: ticketAnswers, required: true }, text, at: date },
        { _id: false },
      ),
      default: null,
    },
  } satisfies FieldsOf<Ticket>,
  { _id: false },
)
