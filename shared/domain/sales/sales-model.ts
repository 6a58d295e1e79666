import { model, Schema } from 'mongoose'
import { type RefundReason, refundReasons } from '../../contracts/sales.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

export type RefundSum = { reason: RefundReason; count: number; paise: number }

/** What was sold, given back and kept of the promise, added up. Sums of several days or goods are their sums. */
export type SalesSum = {
  /** Delivered orders, and what was kept of their prices: a share given back with the delivery is no sale. */
  orders: number
  salesPaise: number
  /** Of that, what was paid by UPI; the rest came from wallets. */
  upiPaise: number
  /** Of the orders of which it is wholly known what suppliers took for them: that, and their sales. */
  costPaise: number
  pricedPaise: number
  /** Delivered orders of which it is not. */
  unknownCost: number
  /** Given back for orders that had been delivered on this day or before, of those whose cost is wholly known. */
  returnedPaise: number
  /**
   * Second deliveries, which are no orders sold; those of which it is not wholly known what they cost; and what the
   * others did, which is part of `costPaise`.
   */
  again: number
  againUnknown: number
  againPaise: number
  /** Closed without delivery and without refund; in no other sum but the next two. */
  cancelled: number
  /** Paid orders that came to their first end, and those of them that did within the promised time. */
  ended: number
  kept: number
  /** Delivered orders by how long they took, one number for each of `durationEdges` and one for what took longer. */
  durations: number[]
  refunds: RefundSum[]
}

const salesKinds = ['shop', 'product', 'item'] as const
export type SalesKind = (typeof salesKinds)[number]

/** One day of the shop, of a product or of an item, in India. A day on which nothing of it ended has none but the shop's. */
export interface ISales {
  /** `2026-11-21/shop`, `2026-11-21/product/mobile-legends`, `2026-11-21/item/mobile-legends/13`. */
  _id: string
  kind: SalesKind
  day: string
  productid: string
  itemid: number
  name: string
  users: SalesSum
  resellers: SalesSum
  /** When all of the day was counted, on the shop's document alone, and whether the day was over by then. */
  countedAt: Date | null
  isClosed: boolean
  /** What a unit of each supplier's money cost us in paise when the day was counted; on the shop's document alone. */
  unitPaise: { account: string; paise: number }[]
}

const number = { type: Number, required: true } as const

const sumSchema = new Schema<SalesSum>(
  {
    orders: number,
    salesPaise: number,
    upiPaise: number,
    costPaise: number,
    pricedPaise: number,
    unknownCost: number,
    returnedPaise: number,
    ...{ again: number, againUnknown: number, againPaise: number },
    cancelled: number,
    ended: number,
    kept: number,
    durations: { type: [Number], required: true },
    refunds: {
      type: [
        new Schema<RefundSum>(
          { reason: { type: String, enum: refundReasons, required: true }, count: number, paise: number },
          { _id: false },
        ),
      ],
      required: true,
    },
  } satisfies SchemaFields<SalesSum>,
  { _id: false },
)

const salesSchema = new Schema<ISales>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: salesKinds, required: true },
    day: { type: String, required: true },
    productid: { type: String, default: '' },
    itemid: { type: Number, default: 0 },
    name: { type: String, default: '' },
    users: { type: sumSchema, required: true },
    resellers: { type: sumSchema, required: true },
    countedAt: { type: Date, default: null },
    isClosed: { type: Boolean, default: false },
    unitPaise: {
      type: [new Schema({ account: { type: String, required: true }, paise: number }, { _id: false })],
      default: [],
    },
  } satisfies SchemaFields<ISales>,
  { collection: 'sales', strict: 'throw', versionKey: false },
)
salesSchema.index({ kind: 1, day: 1, productid: 1 }, { name: 'days' })

export const salesIndex = 'days'

export const SalesModel = model<ISales>('Sales', salesSchema)

export const shopDayId = (day: string): string => `${day}/shop`
export const productDayId = (day: string, productid: string): string => `${day}/product/${productid}`
