import { isDuplicateKey } from '../../platform/mongo.ts'
import { type IItem, type ItemDoc, ItemModel } from './item-model.ts'

type Needed = 'name' | 'imgpath' | 'originalPaise' | 'discountedPaise' | 'resellPaise'

/** Prices in paise. What has a default may be left out; without `itemid` the next free number is taken. */
export type NewItem = Pick<IItem, Needed> & Partial<Omit<IItem, Needed | 'createdAt' | 'updatedAt'>>

/** @throws the database's duplicate-key error when the given `itemid` is taken, Mongoose's ValidationError for bad fields */
export async function createItem(fields: NewItem): Promise<ItemDoc> {
  if (fields.itemid !== undefined) return insert({ ...fields, itemid: fields.itemid })
  for (let tries = 0; ; tries++) {
    try {
      return await insert({ ...fields, itemid: await nextNumber() })
    } catch (error) {
      // Someone else took the number between the look and the insert.
      if (!isDuplicateKey(error) || tries === 20) throw error
    }
  }
}

async function insert(fields: NewItem & { itemid: number }): Promise<ItemDoc> {
  const item = await ItemModel.create(fields)
  return item.toObject() as ItemDoc
}

async function nextNumber(): Promise<number> {
  const last = await ItemModel.findOne().sort({ itemid: -1 }).select('itemid').lean()
  return (last?.itemid ?? 1000) + 1
}
