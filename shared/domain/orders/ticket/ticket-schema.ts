import { Schema } from 'mongoose'
import {
  type TicketAnswer,
  type TicketWhat,
  ticketAnswers,
  ticketWhats,
} from '../../../contracts/order-ticket.ts'
import type { FieldsOf } from '../../../platform/fields-of.ts'

/** "Not received": what the customer says of a delivery, and what our team answered. The order holds all else. */
export type Ticket = {
  status: 'open' | 'answered'
  what: TicketWhat
  note: string
  openedAt: Date
  answerBy: Date
  /** The text is the customer's to read; who gave it is the decision's row. */
  answer: { kind: TicketAnswer; text: string; at: Date } | null
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
