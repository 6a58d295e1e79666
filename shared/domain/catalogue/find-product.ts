import { AppError } from '../../platform/app-error.ts'
import { type ProductDoc, ProductModel } from './product-model.ts'

/** @throws AppError product_not_found */
export async function findProduct(productId: string): Promise<ProductDoc> {
  const product = await ProductModel.findById(productId).lean<ProductDoc>()
  if (!product) throw new AppError('product_not_found')
  return product
}
