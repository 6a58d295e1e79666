import { AppError } from '../../platform/app-error.ts'
import { batchReads } from '../../platform/batch-reads.ts'
import { type ProductDoc, ProductModel } from './product-model.ts'

const readProduct = batchReads(async (ids: string[]) => {
  const products = await ProductModel.find({ _id: { $in: ids } }).lean<ProductDoc[]>()
  return new Map(products.map((product) => [String(product._id), product]))
})

/** @throws AppError `product_not_found` */
export async function findProduct(productId: string): Promise<ProductDoc> {
  const product = await readProduct(productId)
  if (!product) throw new AppError('product_not_found')
  return product
}
