import type { HomeProducts, Product } from '../../contracts/catalogue.ts'
import { listProducts } from './list-products.ts'

/** The home page's sections from one read. A trending product is in its own section too. */
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
