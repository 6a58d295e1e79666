import { model, Schema } from 'mongoose'

/** One line of a supplier's price list. */
export interface ISupplierPack {
  /** `SMILEBR:13` */
  _id: string
  /** The account it is bought from, e.g. `SMILEBR`. */
  account: string
  /** The supplier's product that lists it: a slug at Smile.one, a product page's id at MooGold. */
  page: string
  supplierItemId: string
  name: string
  /** Decimal text in `unit`. */
  price: string
  unit: string
  /** The supplier's names for the account's fields, as its product tells them; empty where it tells none. */
  fields: string[]
  inStock: boolean
  syncedAt: Date
  /** Since when its list does not have it any more. */
  goneAt: Date | null
  /** What it cost before `priceChangedAt`; empty: it never changed. */
  priceBefore: string
  priceChangedAt: Date | null
}

const text = { type: String, required: true } as const

const packSchema = new Schema<ISupplierPack>(
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
  },
  { collection: 'supplier_packs', strict: 'throw', versionKey: false },
)
packSchema.index({ account: 1, page: 1, syncedAt: -1 }, { name: 'page_newest_first' })

export const SupplierPackModel = model<ISupplierPack>('SupplierPack', packSchema)

export const packId = (account: string, supplierItemId: string) => `${account}:${supplierItemId}`
