import { isDuplicateKey } from '../../platform/mongo.ts'
import { type IItem, type ItemDoc, ItemModel } from './item-model.ts'
import { type IProduct, type ProductDoc, ProductModel } from './product-model.ts'

/** Fields with a default are optional; a missing `productid` is made from the name. */
export type NewProduct = Pick<IProduct, 'name' | 'type' | 'category' | 'imgpath' | 'inputs' | 'items'> &
  Partial<Pick<IProduct, 'importantnote' | 'istrending' | 'instock' | 'isApi' | 'apiType'>> & {
    productid?: string
  }

/** @throws the database's duplicate-key error when the `productid` is taken, Mongoose's ValidationError for bad fields */
export async function insertProduct({ productid, ...fields }: NewProduct): Promise<ProductDoc> {
  const product = await ProductModel.create({ ...fields, _id: productid ?? slugOf(fields.name) })
  return product.toObject() as ProductDoc
}

/** `Honkai: Star Rail` → `honkai-star-rail` */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 56)
    .replaceAll(/^-|-$/g, '')
  return slug || 'product'
}

type RequiredField = 'name' | 'imgpath' | 'originalPaise' | 'discountedPaise' | 'resellPaise'

/** Prices in paise. Fields with a default are optional; without `itemid` the next free number is used. */
export type NewItem = Pick<IItem, RequiredField> &
  Partial<Omit<IItem, RequiredField | '_id' | 'createdAt' | 'updatedAt'>> & { itemid?: number }

/** @throws the database's duplicate-key error when the given `itemid` is taken, Mongoose's ValidationError for bad fields */
export async function insertItem({ itemid, ...fields }: NewItem): Promise<ItemDoc> {
  if (itemid !== undefined) return insert({ ...fields, _id: itemid })
  for (let tries = 0; ; tries++) {
    try {
      return await insert({ ...fields, _id: await nextItemId() })
    } catch (error) {
      // A concurrent insert took the number.
      if (!isDuplicateKey(error) || tries === 20) throw error
    }
  }
}

async function insert(fields: Omit<NewItem, 'itemid'> & { _id: number }): Promise<ItemDoc> {
  const item = await ItemModel.create(fields)
  return item.toObject() as ItemDoc
}

/** The number after the last one. A concurrent insert can take it. */
export async function nextItemId(): Promise<number> {
  const last = await ItemModel.findOne().sort({ _id: -1 }).select('_id').lean()
  return (last?._id ?? 1000) + 1
}
