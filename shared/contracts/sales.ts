import * as z from 'zod/mini'
import { csvOf } from './csv-route.ts'
import { idText, isoDay, isoTime } from './fields.ts'
import { route } from './route.ts'

/** Reasons of refunds, as they are counted. */
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

/** The maximal number of days of a report: a leap year. */
export const maxSalesDays = 366

/** Rupees and counts of a range of days or of products. docs/decisions/029 defines each. */
export const SalesSummary = z.object({
  orders: z.number(),
  sales: z.number(),
  /** The part of the sales paid by UPI; the rest was paid from wallets. */
  upi: z.number(),
  cost: z.number(),
  /** The sales of orders with a known cost, the base of the margin. */
  priced: z.number(),
  unknownCost: z.number(),
  returned: z.number(),
  /**
   * Second deliveries; those without a known cost; and the cost of the others, which is part of
   * `cost`.
   */
  redeliveries: z.number(),
  redeliveriesWithoutCost: z.number(),
  redeliveryCost: z.number(),
  /** `priced` less `cost` less `returned`. */
  margin: z.number(),
  /** All refunds, for any reason. */
  refunded: z.number(),
  refunds: z.number(),
  cancelled: z.number(),
  ended: z.number(),
  onTime: z.number(),
  /**
   * Upper bounds of the seconds that half, and nine of ten, deliveries took; null where not known.
   */
  medianSeconds: z.nullable(z.number()),
  ninetiethSeconds: z.nullable(z.number()),
})
export type SalesSummary = z.output<typeof SalesSummary>

/**
 * A product, or an item of one product. `trend`: its sales on each of the last 14 days of the
 * range.
 */
export const SalesRow = z.extend(SalesSummary, {
  id: z.string(),
  name: z.string(),
  trend: z.array(z.number()),
})
export type SalesRow = z.output<typeof SalesRow>

const salesQuery = {
  /** Default: today, and the six days before `to`. */
  from: z.optional(isoDay()),
  to: z.optional(isoDay()),
  productid: z.optional(idText()),
  customers: z.optional(z.enum(['users', 'resellers'])),
}

export const salesReport = route({
  method: 'GET',
  path: '/admin/sales',
  auth: { permission: 'sales.view' },
  summary: 'Sales, margin, refunds and on-time deliveries by day in India, and by product or item',
  query: z.strictObject(salesQuery),
  result: z.object({
    /** Until when everything is counted; null before the first count. */
    countedAt: z.nullable(isoTime()),
    total: SalesSummary,
    /** Of the preceding range of the same length. */
    before: SalesSummary,
    /** Every day of the range; one without sales has zeros. */
    days: z.array(z.extend(SalesSummary, { day: z.string() })),
    rows: z.array(SalesRow),
    refunds: z.array(z.object({ reason: z.enum(refundReasons), count: z.number(), amount: z.number() })),
    /** Sales by kind of customer and payment mode. */
    ways: z.array(
      z.object({ customers: z.enum(['users', 'resellers']), upi: z.number(), wallet: z.number() }),
    ),
    /** Products for the filter `productid`. */
    products: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  errors: [],
  errorField: 'message',
})

export const salesCsv = csvOf(salesReport, {
  summary:
    'The days, or the products or items, of the same report as CSV; the export is recorded in the audit log',
  query: z.strictObject({ ...salesQuery, by: z.optional(z.enum(['day', 'catalogue'])) }),
  file: 'sales.csv',
})
