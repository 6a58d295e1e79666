import { model, Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import type { ListUnit } from '../../providers/suppliers/supplier.ts'
import { type CostEntry, noCost, type ProductCost } from './cost-rules.ts'

/** One line of a supplier's price list. */
export interface ISupplierProduct {
  /** `SMILEBR:13` */
  _id: string
  /** The account it is bought from, e.g. `SMILEBR`. */
  account: string
  /** The supplier's page that lists it: a slug at Smile.one, a product page's id at MooGold. */
  page: string
  supplierItemId: string
  name: string
  /** Decimal text in `unit`. */
  price: string
  unit: ListUnit
  /** The supplier's names for the account's fields; empty when it gives none. */
  fields: string[]
  inStock: boolean
  syncedAt: Date
  /** Since when the list no longer contains it. */
  goneAt: Date | null
  /** The price before `priceChangedAt`; empty: never changed. */
  priceBefore: string
  priceChangedAt: Date | null
  /** Its cost in coins, for accounts that are charged in coins. */
  cost: ProductCost
}

const text = { type: String, required: true } as const
const number = { type: Number, default: 0 } as const
const perhaps = { type: String, default: '' } as const

const entrySchema = new Schema<CostEntry>(
  {
    coins: text,
    source: text,
    at: { type: Date, required: true },
    batch: number,
    before: perhaps,
    after: perhaps,
    orderId: perhaps,
    by: perhaps,
    reason: perhaps,
    on: perhaps,
  } satisfies SchemaFields<CostEntry>,
  { _id: false },
)

const costSchema = new Schema<ProductCost>(
  {
    coins: perhaps,
    source: perhaps,
    agreed: number,
    batch: number,
    version: number,
    history: { type: [entrySchema], default: [] },
  } satisfies SchemaFields<ProductCost>,
  { _id: false },
)

const productSchema = new Schema<ISupplierProduct>(
  {
    _id: text,
    account: text,
    page: text,
    supplierItemId: text,
    name: { type: String, default: '' },
    price: text,
    unit: text,
    fields: { type: [String], default: [] },
    inStock: { type: Boolean, required: true },
    syncedAt: { type: Date, required: true },
    goneAt: { type: Date, default: null },
    priceBefore: { type: String, default: '' },
    priceChangedAt: { type: Date, default: null },
    cost: { type: costSchema, default: noCost },
  },
  { collection: 'supplier_products', strict: 'throw', versionKey: false },
)
productSchema.index({ account: 1, page: 1, syncedAt: -1 }, { name: 'page_newest_first' })

export const SupplierProductModel = model<ISupplierProduct>('SupplierProduct', productSchema)

export const supplierProductId = (account: string, supplierItemId: string) => `${account}:${supplierItemId}`
