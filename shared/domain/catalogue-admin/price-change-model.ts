import { model, Schema } from 'mongoose'
import { PendingPrices, PriceChangeState, PriceResult, PriceRisk } from '../../contracts/price-changes.ts'
import { addTaskIndexes, type Task, taskSchema } from '../../platform/due-tasks.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

const fields = ['discountedPaise', 'resellPaise'] as const

/** A price of an item, in paise. It becomes `toPaise` if it is still `fromPaise` at that time. */
export interface IChangedPrice {
  itemid: number
  /** The item's name when the price change was created. */
  name: string
  field: (typeof fields)[number]
  fromPaise: number
  toPaise: number
  /** Null while planned. */
  result: PriceResult | null
  /** The price found instead of `fromPaise`; null if it matched. */
  actualPaise: number | null
  /** The item's cost when the change was planned; null if unknown, or if it was not planned. */
  costPaise: number | null
  /** The item's cost when this was decided; null while planned, or if unknown. */
  decidedCostPaise: number | null
  /** Why it needs an owner's approval; absent if it does not. */
  risk?: PriceRisk
}

/** Prices that change together, at once or at a planned time, each with its result. */
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
  /** Whether prices are withheld if a risen cost has brought them below their floor since the change was planned. */
  reviewsCost: boolean
  /** The state of the withheld prices. */
  pending: PendingPrices
  due: { apply: Task; sweepCount: number }
  /** The sweeper uses it to recognise tasks scheduled far ahead. */
  updatedAt: Date
}

const text = { type: String, required: true } as const
const optionalText = { type: String, default: '' } as const
const number = { type: Number, required: true } as const
const time = { type: Date, required: true } as const
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
    // Set by our own clock, like every time that is compared.
    createdAt: time,
    updatedAt: time,
    ...({
      _id: text,
      prices: { type: [priceSchema], required: true },
      state: { ...text, enum: PriceChangeState.options },
      reason: optionalText,
      by: { type: { userId: text, name: text }, _id: false, required: true },
      applyAt: time,
      endedAt: { type: Date, default: null },
      rollsBackId: optionalText,
      rolledBackBy: optionalText,
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
// Those with prices that are pending approval.
priceChangeSchema.index({ applyAt: 1 }, { name: 'pending', partialFilterExpression: { pending: 'open' } })

export const PriceChangeModel = model<IPriceChange>('PriceChange', priceChangeSchema)
