import { OrderModel } from '../order-model.ts'

/**
 * Whether anything bought is neither delivered nor given back. Looks through the open orders alone, which are few: an
 * unpaid one closes within half an hour.
 */
export async function hasOpenOrders(of: { itemid: number } | { productid: string }): Promise<boolean> {
  const what = 'itemid' in of ? { 'item.itemid': of.itemid } : { 'product.productid': of.productid }
  const open = await OrderModel.exists({ status: { $in: ['Created', 'Processing'] }, ...what })
  return open !== null
}
