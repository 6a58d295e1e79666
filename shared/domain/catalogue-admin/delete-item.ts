import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { reserveNames, UniqueNameModel } from '../../platform/names.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import {
  type ItemDoc,
  ItemModel,
  type ProductDoc,
  ProductModel,
  publishCatalogueUpdate,
} from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { hasOpenOrders } from '../orders/index.ts'
import { itemFacts, itemNumberKey, productFacts } from './audit-fields.ts'

type DeleteDeps = Pick<Deps, 'clock' | 'publisher'>

/**
 * Deletes an item and removes it from its products, unless it has open orders. Orders contain their own copy of what
 * they need, so past orders keep it, and an order placed concurrently is still delivered.
 * @throws AppError `item_not_found`, `catalogue_in_use`
 */
export async function deleteItem(deps: DeleteDeps, admin: Actor, itemid: number): Promise<void> {
  if (await hasOpenOrders({ itemid })) throw new AppError('catalogue_in_use')
  await inTransaction(async (tx) => {
    const item = await ItemModel.findOneAndDelete({ _id: itemid }, { session: tx }).lean<ItemDoc | null>()
    if (!item) throw new AppError('item_not_found')
    await reserveNumber(tx, itemid)
    const sellers = await ProductModel.find({ items: itemid }, { _id: 1 }, { session: tx }).lean()
    for (const { _id } of sellers) {
      await ProductModel.updateOne({ _id }, { $pull: { items: itemid }, $inc: { __v: 1 } }, { session: tx })
    }
    const products = sellers.map(({ _id }) => _id).join(', ')
    await writeAudit(tx, admin, {
      at: deps.clock.now(),
      action: 'item.delete',
      target: auditTarget.item(itemid),
      reason: '',
      before: { ...itemFacts(item), products },
      after: {},
    })
  })
  publishCatalogueUpdate(deps, { itemids: [itemid] })
}

/** Items that no admin created have not reserved their number yet. */
async function reserveNumber(tx: ClientSession, itemid: number): Promise<void> {
  const name = itemNumberKey(itemid)
  if (await UniqueNameModel.exists({ _id: name }).session(tx)) return
  await reserveNames(tx, String(itemid), [name])
}

/**
 * Deletes a product, unless it has open orders. Its items and past orders stay.
 * @throws AppError `product_not_found`, `catalogue_in_use`
 */
export async function deleteProduct(deps: DeleteDeps, admin: Actor, productid: string): Promise<void> {
  if (await hasOpenOrders({ productid })) throw new AppError('catalogue_in_use')
  await inTransaction(async (tx) => {
    const product = await ProductModel.findOneAndDelete(
      { _id: productid },
      { session: tx },
    ).lean<ProductDoc | null>()
    if (!product) throw new AppError('product_not_found')
    await writeAudit(tx, admin, {
      at: deps.clock.now(),
      action: 'product.delete',
      target: auditTarget.product(productid),
      reason: '',
      before: productFacts(product),
      after: {},
    })
  })
  publishCatalogueUpdate(deps, { productids: [productid] })
}
