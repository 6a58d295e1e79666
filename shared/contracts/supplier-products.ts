import * as z from 'zod/mini'
import { ApiType, type SupplierName, supplierNames } from './api-types.ts'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

const CostEntry = z.object({
  coins: z.number(),
  source: z.enum(['learned', 'typed']),
  at: isoTime(),
  /** Learned: the account's balance before and after the purchases, and an order among them. */
  before: z.optional(z.number()),
  after: z.optional(z.number()),
  orderId: z.optional(z.string()),
  /** Typed: the admin's name, the source of the value, and its date. */
  by: z.optional(z.string()),
  reason: z.optional(z.string()),
  on: z.optional(z.string()),
})

/** The cost of a supplier product at an account that counts coins. */
const CoinCost = z.object({
  /** At factor 1; absent while not known. */
  coins: z.optional(z.number()),
  source: z.optional(z.enum(['learned', 'typed'])),
  /** Two purchases have confirmed it, so it may resolve an unclear purchase. */
  isProven: z.boolean(),
  /** What the list price suggests: for comparison only. */
  suggested: z.number(),
  version: z.number(),
  /** Newest first. */
  history: z.array(CostEntry),
})

const OurItem = z.object({ itemid: z.number(), name: z.string() })

/** A line of a supplier's price list, with our items that use it. */
export const SupplierProduct = z.object({
  /** The supplier account and its id of the product: `SMILEBR:13`. */
  id: z.string(),
  account: z.string(),
  /** The `apiType` of its items; absent where none of our items uses that page any more. */
  apiType: z.optional(ApiType),
  supplierItemId: z.string(),
  name: z.string(),
  /** In `unit`, the list's currency: `BRL`, `PHP` or `USD`. */
  price: z.number(),
  unit: z.string(),
  /** Absent where the list price is the cost. */
  cost: z.optional(CoinCost),
  /** The previous list price, where it has changed within a week. */
  priceBefore: z.optional(z.number()),
  inStock: z.boolean(),
  /** Since when it is missing from the list; null: it is listed. */
  goneAt: z.nullable(isoTime()),
  readAt: isoTime(),
  items: z.array(OurItem),
})
export type SupplierProduct = z.output<typeof SupplierProduct>

export const supplierProducts = route({
  method: 'GET',
  path: '/admin/supplier-products',
  auth: { permission: 'catalogue.view' },
  summary:
    'The suppliers’ price lists at their last reading, with our items; and our items’ ids that no list has',
  result: z.object({
    products: z.array(SupplierProduct),
    /** Items with a supplier id that was never listed. */
    unlisted: z.array(z.extend(OurItem, { account: z.string(), supplierItemId: z.string() })),
  }),
  errors: [],
  errorField: 'message',
})

export const enterProductCost = route({
  method: 'POST',
  path: '/admin/suppliers/:account/products/:product/cost',
  auth: { permission: 'catalogue.prices' },
  summary: 'Enter the cost of a supplier product in coins; a value learned from later purchases replaces it',
  params: z.strictObject({
    account: z.enum(supplierNames as [SupplierName, ...SupplierName[]]),
    /** The supplier's id of the product. */
    product: z.string().check(z.minLength(1), z.maxLength(40)),
  }),
  body: z.strictObject({
    /** At factor 1. */
    coins: z.string().check(
      z.trim(),
      z.regex(/^\d{1,7}(\.\d{1,2})?$/, 'Coins must be an amount such as 61.5.'),
      z.refine((text) => Number(text) > 0, 'Coins must be more than 0.'),
    ),
    /** The source of the value. */
    reason: z.string().check(z.trim(), z.minLength(3, 'Say where the value is from.'), z.maxLength(200)),
    /** The date of the value. */
    on: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Choose the day that the value is of.')),
    /** `cost.version` on the admin's screen. */
    version: z.number().check(z.int(), z.gte(0)),
  }),
  result: z.object({ message: z.string() }),
  errors: ['product_cost_not_needed', 'product_cost_changed'],
  errorField: 'message',
  idempotent: true,
})
