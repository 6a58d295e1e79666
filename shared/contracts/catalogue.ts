import * as z from 'zod/mini'
import { ApiType } from './api-types.ts'
import { idText, isoTime } from './fields.ts'
import { InputRule } from './input-rules.ts'
import { route } from './route.ts'

export const ProductType = z.enum(['MLBB', 'GENSHIN', 'HOK', 'OTHER'])
export const Category = z.enum(['games', 'instant-games', 'ott', 'others'])
export const ItemType = z.enum(['small', 'medium', 'large', 'weekly', 'hot'])

export const Product = z.object({
  _id: z.string(),
  productid: z.string(),
  name: z.string(),
  type: ProductType,
  category: Category,
  imgpath: z.string(),
  importantnote: z.string(),
  /** Two entries: the account fields that the customer fills in. One without a rule takes any text. */
  inputs: z.array(z.object({ label: z.string(), rule: z.optional(InputRule) })),
  items: z.array(z.number()),
  istrending: z.boolean(),
  instock: z.boolean(),
  isApi: z.boolean(),
  apiType: ApiType,
})
export type Product = z.output<typeof Product>

/**
 * How quickly an item was delivered within the last 24 hours, counted from the payment: measured on
 * at least 20 orders.
 */
export const ItemDeliveryTime = z.object({
  orders: z.number(),
  /** Half of the orders took at most this many seconds. */
  medianSeconds: z.number(),
  /** Nine of ten orders took at most this many. */
  p90Seconds: z.number(),
})
export type ItemDeliveryTime = z.output<typeof ItemDeliveryTime>

/**
 * `discountedprice` is what customers pay and `resellprice` what resellers pay, in rupees. `id` is
 * the supplier's product id; a bundle lists several in `itemidarray`.
 */
export const Item = z.object({
  _id: z.string(),
  id: z.string(),
  itemid: z.number(),
  name: z.string(),
  imgpath: z.string(),
  originalprice: z.number(),
  discountedprice: z.number(),
  resellprice: z.number(),
  /** Reward points that an order earns at each price; absent in the admins' lists. */
  points: z.optional(z.number()),
  resellpoints: z.optional(z.number()),
  inStock: z.boolean(),
  isApi: z.boolean(),
  apiType: ApiType,
  suggestedTask: z.optional(z.string()),
  type: z.optional(ItemType),
  itemidarray: z.optional(z.array(z.string())),
  createdAt: isoTime(),
  updatedAt: isoTime(),
  __v: z.number(),
  /** Absent where it is not measured. */
  deliveryTime: z.optional(ItemDeliveryTime),
})
export type Item = z.output<typeof Item>

export const HomeProducts = z.object({
  trending: z.array(Product),
  instantGames: z.array(Product),
  games: z.array(Product),
  ott: z.array(Product),
  others: z.array(Product),
})
export type HomeProducts = z.output<typeof HomeProducts>

export const homeProducts = route({
  method: 'GET',
  path: '/product/gethomeproducts',
  auth: 'public',
  summary: 'The home page’s products by section',
  result: HomeProducts,
  errors: [],
  errorField: 'message',
})

export const allProducts = route({
  method: 'GET',
  path: '/product/allproducts',
  auth: 'session',
  summary: 'Every product',
  result: z.array(Product),
  errors: [],
  errorField: 'message',
})

export const eachProduct = route({
  method: 'GET',
  path: '/product/eachproduct/:id',
  auth: 'public',
  summary: 'One product by its `_id`, which is its `productid`',
  params: z.strictObject({ id: idText() }),
  result: Product,
  errors: ['product_not_found'],
  errorField: 'message',
})

export const itemsOfProduct = route({
  method: 'GET',
  path: '/item/:productId',
  auth: 'public',
  summary: 'A product’s items, in the product’s own order',
  params: z.strictObject({ productId: idText() }),
  result: z.array(Item),
  errors: ['product_not_found'],
  errorField: 'message',
})
