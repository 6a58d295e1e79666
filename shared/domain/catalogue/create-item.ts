import { isDuplicateKey } from '../../platform/mongo.ts'
import { type IItem, type ItemDoc, ItemModel } from './item-model.ts'

type Needed = 'name' | 'imgpath' | 'originalPaise' | 'discountedPaise' | 'resellPaise'

/** Prices in paise. What has a default may be left out; without `itemid` the next free number is taken. */
export type NewItem = Pick<IItem, Needed> &
  Partial<Omit<IItem, Needed | '_id' | 'createdAt' | 'updatedAt'>> & { itemid?: number }

/** @throws the database's duplicate-key error when the given `itemid` is taken, Mongoose's ValidationError for bad fields */
export async function insertItem({ itemid, ...fields }: NewItem): Promise<ItemDoc> {
  if (itemid !== undefined) return insert({ ...fields, _id: itemid })
  for (let tries = 0; ; tries++) {
    try {
      return await insert({ ...fields, _id: await nextItemId() })
    } catch (error) {
      // Someone else took the number between the look and the insert.
      if (!isDuplicateKey(error) || tries === 20) throw error
    }
  }
}

async function insert(fields: Omit<NewItem, 'itemid'> & { _id: number }): Promise<ItemDoc> {
  const item = await ItemModel.create(fields)
  return item.toObject() as ItemDoc
}

/** The number after the last one: whoever inserts under it may find it taken. */
export async function nextItemId(): Promise<number> {
  const last = await ItemModel.findOne().sort({ _id: -1 }).select('_id').lean()
  return (last?._id ?? 1000) + 1
}
