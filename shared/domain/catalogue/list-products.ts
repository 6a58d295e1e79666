import type { HomeProducts, Item, Product } from '../../contracts/catalogue.ts'
import { findProduct } from './find-product.ts'
import { type ItemDoc, ItemModel } from './item-model.ts'
import { type ProductDoc, ProductModel } from './product-model.ts'
import { itemView, productView } from './views.ts'

/** Every product, in stock or not, oldest first. */
export async function listProducts(): Promise<Product[]> {
  const products = await ProductModel.find().sort({ createdAt: 1, _id: 1 }).lean<ProductDoc[]>()
  return products.map(productView)
}

/** The home page's sections from one read. A trending product is also in its own section. */
export async function homeProducts(): Promise<HomeProducts> {
  const products = await listProducts()
  const inCategory = (category: Product['category']) =>
    products.filter((product) => product.category === category)
  return {
    trending: products.filter((product) => product.istrending),
    instantGames: inCategory('instant-games'),
    games: inCategory('games'),
    ott: inCategory('ott'),
    others: inCategory('others'),
  }
}

/**
 * A product's items in the product's order, in stock or not.
 * @throws AppError `product_not_found`
 */
export async function listItems(productId: string): Promise<Item[]> {
  const product = await findProduct(productId)
  const items = await ItemModel.find({ _id: { $in: product.items } }).lean<ItemDoc[]>()
  const byNumber = new Map(items.map((item) => [item._id, item]))
  return product.items.flatMap((itemid) => {
    const item = byNumber.get(itemid)
    return item ? [itemView(item, product)] : []
  })
}

/** The items that a supplier delivers: API items in API products, by number. */
export async function apiItems(): Promise<ItemDoc[]> {
  const [items, sold] = await Promise.all([
    ItemModel.find({ isApi: true }).sort({ _id: 1 }).lean<ItemDoc[]>(),
    ProductModel.distinct('items', { isApi: true }),
  ])
  const numbers = new Set(sold)
  return items.filter(({ _id }) => numbers.has(_id))
}
