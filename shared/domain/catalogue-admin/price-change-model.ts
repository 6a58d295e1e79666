import { model, Schema } from 'mongoose'
import { PendingPrices, PriceChangeState, PriceResult, PriceRisk } from '../../contracts/price-changes.ts'
import { addTaskIndexes, type Task, taskSchema } from '../../platform/due-tasks.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

const fields = ['discountedPaise', 'resellPaise'] as const

/** One price of one item, in paise: it becomes `toPaise` if it still is `fromPaise` by then. */
export interface IChangedPrice {
  itemid: number
  /** The item's, when the set was made. */
  name: string
  field: (typeof fields)[number]
  fromPaise: number
  toPaise: number
  /** Null while the set waits. */
  result: PriceResult | null
  /** What it was instead; null where it was not. */
  actualPaise: number | null
  /** What the item cost when the set was planned; null where nobody knew, and in sets that were not planned. */
  costPaise: number | null
  /** What it cost when this was decided; null while the set waits, and where nobody knew. */
  decidedCostPaise: number | null
  /** Why it needs an owner; absent where it does not. */
  risk?: PriceRisk
}

/** Prices that change together, at once or at a time. What became of each stands in it. */
export interface IPriceChange {
  /** `JC261121K7Q2MDX4` */
  _id: string
  prices: IChangedPrice[]
  state: PriceChangeState
  reason: string
  /** An admin's `_id` in hex and name. */
  by: { userId: string; name: string }
  createdAt: Date
  applyAt: Date
  endedAt: Date | null
  rollsBackId: string
  rolledBackBy: string
  /** Whether prices are held back that a cost has moved below their floor since the set was made. */
  reviewsCost: boolean
  /** What became of those that were. */
  pending: PendingPrices
  due: { apply: Task; sweepCount: number }
  /** When its task was written: the sweeper tells by it what was planned far ahead. */
  updatedAt: Date
}

const text = { type: String, required: true } as const
const words = { type: String, default: '' } as const
const number = { type: Number, required: true } as const
const moment = { type: Date, required: true } as const
const paise = { ...number, min: 1, validate: Number.isSafeInteger }

const priceSchema = new Schema<IChangedPrice>(
  {
    itemid: number,
    name: text,
    field: { ...text, enum: fields },
    fromPaise: paise,
    toPaise: paise,
    result: { type: String, enum: [...PriceResult.options, null], default: null },
    actualPaise: { type: Number, default: null },
    costPaise: { type: Number, default: null },
    decidedCostPaise: { type: Number, default: null },
    risk: { type: String, enum: PriceRisk.options },
  } satisfies SchemaFields<IChangedPrice>,
  { _id: false },
)

const priceChangeSchema = new Schema<IPriceChange>(
  {
    // By our own clock, like every time that is compared.
    createdAt: moment,
    updatedAt: moment,
    ...({
      _id: text,
      prices: { type: [priceSchema], required: true },
      state: { ...text, enum: PriceChangeState.options },
      reason: words,
      by: { type: { userId: text, name: text }, _id: false, required: true },
      applyAt: moment,
      endedAt: { type: Date, default: null },
      rollsBackId: words,
      rolledBackBy: words,
      reviewsCost: { type: Boolean, default: false },
      pending: { ...text, enum: PendingPrices.options },
      due: {
        type: { apply: taskSchema, sweepCount: { type: Number, default: 0 } },
        required: true,
        _id: false,
      },
    } satisfies SchemaFields<IPriceChange>),
  },
  { collection: 'price_changes', strict: 'throw', versionKey: false },
)
priceChangeSchema.index({ createdAt: -1, _id: -1 }, { name: 'latest' })
addTaskIndexes(priceChangeSchema, 'apply')
// Those about which somebody has to be asked.
priceChangeSchema.index({ applyAt: 1 }, { name: 'pending', partialFilterExpression: { pending: 'open' } })

export const PriceChangeModel = model<IPriceChange>('PriceChange', priceChangeSchema)
