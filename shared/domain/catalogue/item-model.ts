import mongoose, { Schema, type Types } from 'mongoose'
import { ApiType, type Item, ItemType } from '../../contracts/catalogue.ts'

export interface IItem {
  /** The supplier's id of the pack; empty for what is delivered by hand. */
  id: string
  /** The shop's own number. */
  itemid: number
  name: string
  imgpath: string
  originalPaise: number
  /** What customers pay. */
  discountedPaise: number
  /** What resellers pay. */
  resellPaise: number
  inStock: boolean
  isApi: boolean
  apiType: ApiType
  suggestedTask?: string
  type?: NonNullable<Item['type']>
  /** A bundle's packs: one supplier call each, in this order, the same id as often as it is bought. */
  itemidarray?: string[]
  createdAt: Date
  updatedAt: Date
}

/** An item as read from the database. */
export type ItemDoc = IItem & { _id: Types.ObjectId; __v: number }

const paise = {
  type: Number,
  required: true,
  min: 1,
  validate: { validator: Number.isSafeInteger, message: '{PATH} must be whole paise' },
}

const itemSchema = new Schema<IItem>(
  {
    id: { type: String, default: '' },
    itemid: { type: Number, required: true, min: 1 },
    name: { type: String, required: true, trim: true, maxlength: 120 },
    imgpath: { type: String, required: true },
    originalPaise: paise,
    discountedPaise: paise,
    resellPaise: paise,
    inStock: { type: Boolean, default: true },
    isApi: { type: Boolean, default: false },
    apiType: { type: String, enum: ApiType.options, default: 'OTHER' },
    suggestedTask: { type: String, trim: true },
    type: { type: String, enum: ItemType.options },
    // Without the default Mongoose would store an empty list, and an item would look like a bundle of nothing.
    itemidarray: { type: [String], default: undefined },
  },
  { collection: 'items', strict: 'throw', id: false, timestamps: true },
)
itemSchema.index({ itemid: 1 }, { name: 'itemid_unique', unique: true })

export const ItemModel = mongoose.model<IItem>('Item', itemSchema)
