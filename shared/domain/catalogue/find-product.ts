import { AppError } from '../../platform/app-error.ts'
import { batchReadsById } from '../../platform/batches/index.ts'
import { type ProductDoc, ProductModel } from './product-model.ts'

const readProduct = batchReadsById<ProductDoc>(ProductModel)

/** @throws AppError `product_not_found` */
export async function findProduct(productId: string): Promise<ProductDoc> {
  const product = await readProduct(productId)
  if (!product) throw new AppError('product_not_found')
  return product
}
