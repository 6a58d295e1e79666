import type { Product } from '../../../contracts/catalogue.ts'
import type { OrderDoc } from '../model/order-model.ts'

/** In these categories mostly codes and logins are sold. */
const readCategories: ReadonlySet<string> = new Set<Product['category']>(['ott', 'others'])

/** Whether the delivery of an order is usually a text that its customer reads: a code or a login. */
export const needsCodes = ({ delivery, category }: Pick<OrderDoc, 'delivery' | 'category'>): boolean =>
  delivery === 'manual' && readCategories.has(category)
