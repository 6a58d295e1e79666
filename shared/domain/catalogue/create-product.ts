import { type IProduct, type ProductDoc, ProductModel } from './product-model.ts'

/** What has a default may be left out; without `productid` it is made from the name. */
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
