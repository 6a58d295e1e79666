import { model, Schema } from 'mongoose'
import type { FieldsOf } from '../../platform/fields-of.ts'
import type { Exchange } from '../../providers/exchange.ts'

/** What a call came to: as its reply is sorted, and by what may be kept of it. */
export interface IExchange extends Exchange {
  /** A call that does something has one of its own; those that only ask share one for each answer. */
  _id: string
  /** The order or top-up that it is about. */
  of: string
  firstAt: Date
  lastAt: Date
  /** How often this answer came. */
  times: number
}

const text = { type: String, required: true } as const
const words = { type: String, default: '' } as const
const number = { type: Number, required: true } as const
const when = { type: Date, required: true } as const

const exchangeSchema = new Schema<IExchange>(
  {
    _id: text,
    of: text,
    ref: text,
    vendor: text,
    call: text,
    isAct: { type: Boolean, required: true },
    asked: { type: Schema.Types.Mixed, required: true },
    answered: { type: Schema.Types.Mixed, required: true },
    outcome: {
      type: String,
      enum: ['json', 'nonsense', 'lost', 'unreachable', 'rate_limited'],
      required: true,
    },
    httpStatus: number,
    note: words,
    tookMs: number,
    firstAt: when,
    lastAt: when,
    times: number,
  } satisfies FieldsOf<IExchange>,
  { collection: 'exchanges', strict: 'throw', versionKey: false, minimize: false },
)

/** The exchanges about an order, the latest first. */
export const aboutIndex = 'about'
exchangeSchema.index({ of: 1, lastAt: -1, _id: 1 }, { name: aboutIndex })

/** Longer than a bank takes to settle a dispute about a payment. */
const keptS = 180 * 24 * 3_600
exchangeSchema.index({ lastAt: 1 }, { name: 'kept', expireAfterSeconds: keptS })

export const ExchangeModel = model<IExchange>('Exchange', exchangeSchema)
