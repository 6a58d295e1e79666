import { model, Schema } from 'mongoose'
import { type RefundReason, refundReasons } from '../../contracts/sales.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'

export type RefundTotals = { reason: RefundReason; count: number; paise: number }

/** Totals of sales, refunds and deliveries on time. Totals of several days or products can be added. */
export type SalesTotals = {
  /** Delivered orders and their net prices: an amount refunded with the delivery is not a sale. */
  orders: number
  salesPaise: number
  /** The part of it that was paid by UPI; the rest came from wallets. */
  upiPaise: number
  /** For orders whose supplier cost is completely known: the cost, and their sales. */
  costPaise: number
  pricedPaise: number
  /** Delivered orders whose cost is not completely known. */
  unknownCost: number
  /** Refunds of orders delivered on this day or before, for those whose cost is completely known. */
  refundedPaise: number
  /**
   * Redeliveries, which are not sales; those whose cost is not completely known; and the cost of the others, which is
   * part of `costPaise`.
   */
  redeliveries: number
  redeliveriesWithoutCost: number
  redeliveryCostPaise: number
  /** Cancelled without refund; part of no other total but the next two. */
  cancelled: number
  /** Paid orders that ended for the first time, and those that did within the promised time. */
  ended: number
  onTime: number
  /** Delivered orders by duration: one number for each of `durationEdges`, and one for longer ones. */
  durations: number[]
  refunds: RefundTotals[]
}

const salesKinds = ['shop', 'product', 'item'] as const
export type SalesKind = (typeof salesKinds)[number]

/**
 * One day (IST) of the shop, a product or an item. A product or item has a document only for days on which an order of
 * it ended.
 */
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
  /** Only in the shop's document: when the day was counted, and whether it had ended by then. */
  countedAt: Date | null
  isFinalised: boolean
  /** Only in the shop's document: paise per unit of each supplier's currency when the day was counted. */
  unitPaise: { account: string; paise: number }[]
}

const number = { type: Number, required: true } as const

const totalsSchema = new Schema<SalesTotals>(
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
        new Schema<RefundTotals>(
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
    users: { type: totalsSchema, required: true },
    resellers: { type: totalsSchema, required: true },
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
