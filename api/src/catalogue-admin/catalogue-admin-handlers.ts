import * as itemCalls from '@jhatpat/shared/contracts/admin-items.ts'
import * as productCalls from '@jhatpat/shared/contracts/admin-products.ts'
import { enterProductCost, supplierProducts } from '@jhatpat/shared/contracts/supplier-products.ts'
import { requirePermission } from '@jhatpat/shared/domain/accounts/index.ts'
import * as catalogueAdmin from '@jhatpat/shared/domain/catalogue-admin/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { enterCost } from '@jhatpat/shared/domain/purchasing/index.ts'
import { actorOf } from '../http/actor-of.ts'
import type { Mount } from '../http/mount.ts'
import { priceActorOf } from '../http/price-actor-of.ts'

type CatalogueAdminDeps = Pick<Deps, 'clock' | 'env' | 'publisher' | 'suppliers'>

export function mountProducts(mount: Mount, deps: CatalogueAdminDeps): void {
  mount(productCalls.getAllProducts, catalogueAdmin.listAdminProducts)

  mount(productCalls.createProduct, async ({ caller, body, ip }) => ({
    message: 'Product created successfully!',
    product: await catalogueAdmin.createProduct(deps, actorOf(caller, ip), body),
  }))

  mount(productCalls.editProduct, async ({ caller, params, body: { __v, ...body }, ip }) => {
    const { productid } = params
    await catalogueAdmin.editProduct(deps, actorOf(caller, ip), { productid, expectedVersion: __v, body })
    return {
      message: 'Product updated successfully',
      product: await catalogueAdmin.readAdminProduct(productid),
    }
  })

  mount(productCalls.updateProduct, async ({ caller, body: { _id, __v, ...change }, ip }) => {
    await catalogueAdmin.updateProduct(deps, actorOf(caller, ip), {
      productid: _id,
      expectedVersion: __v,
      ...change,
      requireNote: () => requirePermission(caller, 'catalogue.edit'),
    })
    return {
      message: 'Product instock status updated successfully',
      product: await catalogueAdmin.readAdminProduct(_id),
    }
  })

  mount(productCalls.deleteProduct, async ({ caller, params, ip }) => {
    await catalogueAdmin.deleteProduct(deps, actorOf(caller, ip), params.productid)
    return { message: 'Product deleted successfully' }
  })
}

const pendingText = 'Saved, but for the price: an owner has to approve it.'

export function mountItems(mount: Mount, deps: CatalogueAdminDeps): void {
  mount(itemCalls.getAllItems, () => catalogueAdmin.listAdminItems(deps))

  mount(supplierProducts, () => catalogueAdmin.listSupplierProducts(deps))

  mount(
    enterProductCost,
    async ({ caller, params: { account, product }, body: { version, ...typed }, ip }) => {
      const cost = { account, supplierItemId: product, expectedVersion: version, ...typed }
      await enterCost(deps, actorOf(caller, ip), cost)
      return { message: 'Cost saved' }
    },
  )

  mount(itemCalls.createItem, async ({ caller, body, ip, priceConfirmed }) => ({
    message: 'Item created successfully!',
    item: await catalogueAdmin.createItem(deps, priceActorOf({ caller, ip, priceConfirmed }), body),
  }))

  mount(
    itemCalls.editItem,
    async ({ caller, params: { itemid }, body: { __v, ...body }, ip, priceConfirmed }) => {
      const isPending = await catalogueAdmin.editItem(deps, priceActorOf({ caller, ip, priceConfirmed }), {
        itemid,
        expectedVersion: __v,
        body,
      })
      return {
        message: isPending ? pendingText : 'Item updated successfully',
        item: await catalogueAdmin.readAdminItem(itemid),
      }
    },
  )

  mount(
    itemCalls.updateItem,
    async ({ caller, params: { itemId }, body: { __v, ...terms }, ip, priceConfirmed }) => {
      const isPending = await catalogueAdmin.updateItem(deps, priceActorOf({ caller, ip, priceConfirmed }), {
        itemid: itemId,
        expectedVersion: __v,
        terms,
        requirePrices: () => requirePermission(caller, 'catalogue.prices'),
      })
      return {
        message: isPending ? pendingText : 'Price updated successfully',
        item: await catalogueAdmin.readAdminItem(itemId),
      }
    },
  )

  mount(itemCalls.deleteItem, async ({ caller, params, ip }) => {
    await catalogueAdmin.deleteItem(deps, actorOf(caller, ip), params.itemid)
    return { message: 'Item deleted successfully' }
  })
}
