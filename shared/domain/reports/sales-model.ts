import { model, Schema } from 'mongoose'
import { type RefundReason, refundReasons } from '../../contracts/sales.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

export type RefundSum = { reason: RefundReason; count: number; paise: number }

/** What was sold, given back and kept of the promise, added up. Sums of several days or goods are their sums. */
export type SalesTotals = {
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
  refundedPaise: number
  /**
   * Second deliveries, which are no orders sold; those of which it is not wholly known what they cost; and what the
   * others did, which is part of `costPaise`.
   */
  redeliveries: number
  redeliveriesWithoutCost: number
  redeliveryCostPaise: number
  /** Closed without delivery and without refund; in no other sum but the next two. */
  cancelled: number
  /** Paid orders that came to their first end, and those of them that did within the promised time. */
  ended: number
  onTime: number
  /** Delivered orders by how long they took, one number for each of `durationEdges` and one for what took longer. */
  durations: number[]
  refunds: RefundSum[]
}

const salesKinds = ['shop', 'product', 'item'] as const
export type SalesKind = (typeof salesKinds)[number]

/** One day of the shop, of a product or of an item, in India. A day on which nothing of it ended has none but the shop's. */
export interface IDailySales {
  /** `2026-11-21/shop`, `2026-11-21/product/mobile-legends`, `2026-11-21/item/mobile-legends/13`. */
  _id: string
  kind: SalesKind
  day: string
  productid: string
  itemid: number
  name: string
  users: SalesTotals
  resellers: SalesTotals
  /** When all of the day was counted, on the shop's document alone, and whether the day was over by then. */
  countedAt: Date | null
  isFinalised: boolean
  /** What a unit of each supplier's money cost us in paise when the day was counted; on the shop's document alone. */
  unitPaise: { account: string; paise: number }[]
}

const number = { type: Number, required: true } as const

const sumSchema = new Schema<SalesTotals>(
  {
    orders: number,
    salesPaise: number,
    upiPaise: number,
    costPaise: number,
    pricedPaise: number,
    unknownCost: number,
    refundedPaise: number,
    redeliveries: number,
    redeliveriesWithoutCost: number,
    redeliveryCostPaise: number,
    cancelled: number,
    ended: number,
    onTime: number,
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
  } satisfies SchemaFields<SalesTotals>,
  { _id: false },
)

const salesSchema = new Schema<IDailySales>(
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
    isFinalised: { type: Boolean, default: false },
    unitPaise: {
      type: [new Schema({ account: { type: String, required: true }, paise: number }, { _id: false })],
      default: [],
    },
  } satisfies SchemaFields<IDailySales>,
  { collection: 'daily_sales', strict: 'throw', versionKey: false },
)
salesSchema.index({ kind: 1, day: 1, productid: 1 }, { name: 'days' })

export const salesIndex = 'days'

export const DailySalesModel = model<IDailySales>('DailySales', salesSchema)

export const shopDayId = (day: string): string => `${day}/shop`
export const productDayId = (day: string, productid: string): string => `${day}/product/${productid}`
