import mongoose, { Schema } from 'mongoose'
import { ApiType } from '../../contracts/api-types.ts'
import { type Item, ItemType } from '../../contracts/catalogue.ts'

/**
 * Beside what people say of the stock. `balance`: its supplier's balance does not cover it, and it comes back by itself;
 * `overridden`: so it is, and a person sells it all the same until then.
 */
export const pauses = ['', 'balance', 'overridden'] as const
export type Pause = (typeof pauses)[number]

export interface IItem {
  /** The shop's own number: the `itemid` of the calls. */
  _id: number
  /** The supplier's id of the pack; empty for what is delivered by hand. */
  id: string
  name: string
  imgpath: string
  originalPaise: number
  /** What customers pay. */
  discountedPaise: number
  /** What resellers pay. */
  resellPaise: number
  /** The prices that an owner has set or approved below cost: purchases at them are made by themselves. */
  approvedPaise?: { discountedPaise?: number; resellPaise?: number }
  inStock: boolean
  /** Why it is not sold although it is in stock, see `pauses`. */
  pausedBy: Pause
  pausedAt: Date | null
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
export type ItemDoc = IItem & { __v: number }

const paise = {
  type: Number,
  required: true,
  min: 1,
  validate: { validator: Number.isSafeInteger, message: '{PATH} must be whole paise' },
}

const itemSchema = new Schema<IItem>(
  {
    _id: { type: Number, required: true, min: 1 },
    id: { type: String, default: '' },
    name: { type: String, required: true, trim: true, maxlength: 120 },
    imgpath: { type: String, required: true },
    originalPaise: paise,
    discountedPaise: paise,
    resellPaise: paise,
    approvedPaise: {
      type: new Schema({ discountedPaise: Number, resellPaise: Number }, { _id: false }),
      default: undefined,
    },
    inStock: { type: Boolean, default: true },
    pausedBy: { type: String, enum: pauses, default: '' as const },
    pausedAt: { type: Date, default: null },
    isApi: { type: Boolean, default: false },
    apiType: { type: String, enum: ApiType.options, default: 'OTHER' },
    suggestedTask: { type: String, trim: true },
    type: { type: String, enum: ItemType.options },
    // Without the default Mongoose would store an empty list, and an item would look like a bundle of nothing.
    itemidarray: { type: [String], default: undefined },
  },
  { collection: 'items', strict: 'throw', id: false, timestamps: true },
)

/**
 * Whether customers can buy it as this product sells it, as far as the item goes. A supplier's balance keeps nothing
 * from them that a person delivers.
 */
export const isOnSale = (
  { inStock, pausedBy, isApi }: Pick<IItem, 'inStock' | 'pausedBy' | 'isApi'>,
  product: { isApi: boolean },
): boolean => inStock && !(pausedBy === 'balance' && isApi && product.isApi)

export const ItemModel = mongoose.model<IItem>('Item', itemSchema)
