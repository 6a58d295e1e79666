import * as z from 'zod/mini'
import { idText, isoDay, isoTime } from './fields.ts'
import { route } from './route.ts'

/** Why money was given back, as it is counted. */
export const refundReasons = [
  'region',
  'player',
  'sold_out',
  'supplier',
  'odd_payment',
  'late',
  'not_received',
  'part',
  'asked',
  'admin',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** More days than a year and a leap day are not asked for at once. */
export const maxSalesDays = 366

/** Rupees and counts of some days or goods. What each means stands in docs/decisions/029. */
export const SalesFigures = z.object({
  orders: z.number(),
  sales: z.number(),
  /** Of the sales, what came by UPI; the rest came from wallets. */
  upi: z.number(),
  cost: z.number(),
  /** The sales of the orders whose cost is known, which margin is a part of. */
  priced: z.number(),
  unknownCost: z.number(),
  returned: z.number(),
  /** Second deliveries; those whose cost is not known; and what the others cost, which is part of `cost`. */
  redeliveries: z.number(),
  redeliveriesWithoutCost: z.number(),
  redeliveryCost: z.number(),
  /** `priced` less `cost` less `returned`. */
  margin: z.number(),
  /** All that went back, for whatever reason. */
  refunded: z.number(),
  refunds: z.number(),
  cancelled: z.number(),
  ended: z.number(),
  onTime: z.number(),
  /** At most how many seconds half, and nine of ten, deliveries took; null where that is not known. */
  medianSeconds: z.nullable(z.number()),
  ninetiethSeconds: z.nullable(z.number()),
})
export type SalesFigures = z.output<typeof SalesFigures>

/** A product, or of one product an item. `trend`: its sales on each of the last 14 days asked for. */
export const SalesRow = z.extend(SalesFigures, {
  id: z.string(),
  name: z.string(),
  trend: z.array(z.number()),
})
export type SalesRow = z.output<typeof SalesRow>

const asked = {
  /** Left out: today, and the six days before the last one. */
  from: z.optional(isoDay()),
  to: z.optional(isoDay()),
  productid: z.optional(idText()),
  customers: z.optional(z.enum(['users', 'resellers'])),
}

export const salesFigures = route({
  method: 'GET',
  path: '/admin/sales',
  auth: { permission: 'sales.view' },
  summary: 'Sales, margin, refunds and the promise by day in India, and by product or item',
  query: z.strictObject(asked),
  result: z.object({
    /** Until when all is counted; null before the first count. */
    countedAt: z.nullable(isoTime()),
    total: SalesFigures,
    /** Of as many days before. */
    before: SalesFigures,
    /** Every day that was asked for; one without sales is nothing but noughts. */
    days: z.array(z.extend(SalesFigures, { day: z.string() })),
    rows: z.array(SalesRow),
    refunds: z.array(z.object({ reason: z.enum(refundReasons), count: z.number(), amount: z.number() })),
    /** Sales by who bought and how they paid. */
    ways: z.array(
      z.object({ customers: z.enum(['users', 'resellers']), upi: z.number(), wallet: z.number() }),
    ),
    /** What can be asked for by `productid`. */
    products: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  errors: [],
  errorField: 'message',
})

export const salesCsv = route({
  method: 'GET',
  path: '/admin/sales/csv',
  auth: { permission: ['sales.view', 'exports.create'] },
  summary: 'The days, or the products or items, of the same figures as CSV; it is noted who took them',
  query: z.strictObject({ ...asked, by: z.optional(z.enum(['day', 'goods'])) }),
  result: z.custom<AsyncIterable<string>>(),
  errors: [],
  errorField: 'message',
  noStore: true,
  csv: 'sales.csv',
})
