import mongoose, { Schema } from 'mongoose'
import { ApiType } from '../../contracts/api-types.ts'
import { Category, type Product, ProductType } from '../../contracts/catalogue.ts'
import type { InputRule } from '../../contracts/input-fault.ts'
import { InputRule as StoredRule } from '../../contracts/input-rules.ts'

export interface IProduct {
  /** The product's name in addresses, such as `mobile-legends`: the `productid` of the calls. */
  _id: string
  name: string
  type: Product['type']
  category: Product['category']
  imgpath: string
  importantnote: string
  inputs: { label: string; rule?: InputRule | undefined }[]
  /** Numbers of items in the order the product page shows them. */
  items: number[]
  istrending: boolean
  instock: boolean
  isApi: boolean
  apiType: ApiType
  createdAt: Date
  updatedAt: Date
}

/** A product as read from the database. */
export type ProductDoc = IProduct & { __v: number }

const ruleSchema = new Schema<InputRule>(
  {
    kind: { type: String, required: true, enum: StoredRule.shape.kind.options },
    min: Number,
    max: Number,
    pattern: String,
    example: String,
  },
  { _id: false },
)

const inputSchema = new Schema<IProduct['inputs'][number]>(
  { label: { type: String, required: true, trim: true }, rule: ruleSchema },
  { _id: false },
)

const productSchema = new Schema<IProduct>(
  {
    _id: { type: String, required: true, match: /^[a-z0-9]+(-[a-z0-9]+)*$/, maxlength: 64 },
    name: { type: String, required: true, trim: true, maxlength: 120 },
    type: { type: String, required: true, enum: ProductType.options },
    category: { type: String, required: true, enum: Category.options },
    imgpath: { type: String, required: true },
    importantnote: { type: String, default: '' },
    inputs: {
      type: [inputSchema],
      validate: { validator: hasTwoEntries, message: 'a product has two inputs' },
    },
    items: { type: [Number], default: [] },
    istrending: { type: Boolean, default: false },
    instock: { type: Boolean, default: true },
    isApi: { type: Boolean, default: false },
    apiType: { type: String, enum: ApiType.options, default: 'OTHER' },
  },
  { collection: 'products', strict: 'throw', id: false, timestamps: true },
)

export const ProductModel = mongoose.model<IProduct>('Product', productSchema)

function hasTwoEntries(inputs: unknown[]): boolean {
  return inputs.length === 2
}
