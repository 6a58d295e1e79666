import { Types } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { type ProductDoc, ProductModel } from './product-model.ts'

/**
 * @param productId the product's `_id` or its `productid`
 * @throws AppError product_not_found
 */
export async function findProduct(productId: string): Promise<ProductDoc> {
  const named = { productid: productId }
  const filter = isMongoId(productId) ? { $or: [{ _id: new Types.ObjectId(productId) }, named] } : named
  const product = await ProductModel.findOne(filter).lean<ProductDoc>()
  if (!product) throw new AppError('product_not_found')
  return product
}

/** Mongoose's own check also takes any text of twelve bytes, such as a slug. */
function isMongoId(text: string): boolean {
  return /^[0-9a-f]{24}$/i.test(text)
}
