import type { Product } from '../../contracts/catalogue.ts'
import { type ProductDoc, ProductModel } from './product-model.ts'
import { productView } from './views.ts'

/** Every product, in stock or not, oldest first. */
export async function listProducts(): Promise<Product[]> {
  const products = await ProductModel.find().sort({ createdAt: 1, _id: 1 }).lean<ProductDoc[]>()
  return products.map(productView)
}
