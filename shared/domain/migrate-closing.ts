import { noWork } from '../platform/due.ts'
import { ProductModel } from './catalogue/index.ts'
import { OrderModel } from './orders/index.ts'

/** No completion of before is held, and orders of before are of the category that their product has now. May be run again. */
export async function fillClosing(): Promise<void> {
  const orders = OrderModel.collection
  await orders.updateMany({ closing: { $exists: false } }, { $set: { closing: null } })
  await orders.updateMany({ 'due.close': { $exists: false } }, { $set: { 'due.close': noWork() } })
  const unnamed = { category: { $exists: false } }
  for (const category of await ProductModel.distinct('category')) {
    const productids = await ProductModel.distinct('_id', { category })
    await orders.updateMany({ ...unnamed, 'product.productid': { $in: productids } }, { $set: { category } })
  }
  await orders.updateMany(unnamed, { $set: { category: '' } })
}
