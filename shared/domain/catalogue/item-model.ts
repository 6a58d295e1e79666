import mongoose, { Schema } from 'mongoose'
import { ApiType } from '../../contracts/api-types.ts'
import { type Item, ItemType } from '../../contracts/catalogue.ts'

/**
 * Pauses in addition to the stock flag. `balance`: the supplier's balance does not cover the item, which is back on
 * sale as soon as it does; `overridden`: the same, but an admin keeps it on sale until then.
 */
export const pauses = ['', 'balance', 'overridden'] as const
export type Pause = (typeof pauses)[number]

export interface IItem {
  /** The shop's own number: the `itemid` of the calls. */
  _id: number
  /** The supplier's product id; empty for items that staff deliver. */
  id: string
  name: string
  imgpath: string
  originalPaise: number
  /** What customers pay. */
  discountedPaise: number
  /** What resellers pay. */
  resellPaise: number
  /** Prices below cost that an owner has set or approved: purchases at these prices need no further approval. */
  approvedPaise?: { discountedPaise?: number; resellPaise?: number }
  inStock: boolean
  /** Why it is off sale although in stock, see `pauses`. */
  pausedBy: Pause
  pausedAt: Date | null
  isApi: boolean
  apiType: ApiType
  suggestedTask?: string
  type?: NonNullable<Item['type']>
  /** A bundle's supplier products: one purchase each, in this order; an id repeats as often as it is bought. */
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
    // Without this default Mongoose stores an empty list, and the item would look like an empty bundle.
    itemidarray: { type: [String], default: undefined },
  },
  { collection: 'items', strict: 'throw', id: false, timestamps: true },
)

/**
 * Whether the item can be bought in this product, as far as the item determines it. A supplier's balance does not
 * affect manual delivery.
 */
export const isOnSale = (
  { inStock, pausedBy, isApi }: Pick<IItem, 'inStock' | 'pausedBy' | 'isApi'>,
  product: { isApi: boolean },
): boolean => inStock && !(pausedBy === 'balance' && isApi && product.isApi)

export const ItemModel = mongoose.model<IItem>('Item', itemSchema)
