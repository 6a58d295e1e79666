// oxlint-disable max-lines -- a table: one entry for each call
import { randomUUID } from 'node:crypto'
import * as gallery from '@jhatpat/shared/contracts/admin-gallery.ts'
import * as adminItems from '@jhatpat/shared/contracts/admin-items.ts'
import * as adminProducts from '@jhatpat/shared/contracts/admin-products.ts'
import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import * as priceChanges from '@jhatpat/shared/contracts/price-changes.ts'
import { priceFloors, savePriceFloors } from '@jhatpat/shared/contracts/price-floors.ts'
import type { ReplyOf } from '@jhatpat/shared/contracts/route.ts'
import { enterProductCost } from '@jhatpat/shared/contracts/supplier-products.ts'
import { overridePause } from '@jhatpat/shared/contracts/suppliers.ts'
import { type ItemDoc, ItemModel, type NewProduct } from '@jhatpat/shared/domain/catalogue/index.ts'
import sharp from 'sharp'
import { knowCosts } from '../../support/known-costs.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { insertTestItem, insertTestProduct } from '../catalogue/catalogue-factory.ts'
import { attempt, type Row, type StaffContext, type Trials } from './audit-trial.ts'

const key = () => ({ idempotencyKey: randomUUID() })
const target = (item: Pick<ItemDoc, '_id'>) => `item:${item._id}`

const itemBody = {
  name: '86 Diamonds',
  imgpath: '/media/diamonds.svg',
  isApi: false,
  inStock: true,
  originalprice: 130,
  discountedprice: 109,
  resellprice: 104,
}
const itemFacts = {
  name: '86 Diamonds',
  imgpath: '/media/diamonds.svg',
  isApi: false,
  inStock: true,
  apiType: 'OTHER',
  originalPaise: 13_000,
  discountedPaise: 10_900,
  resellPaise: 10_400,
  type: '',
  suggestedTask: '',
  packs: '',
}

const productBody = {
  name: 'Gully TV',
  type: 'OTHER',
  category: 'ott',
  imgpath: '/media/gully.svg',
  importantnote: 'Ask',
  inputs: [{ label: 'E-mail' }, { label: 'Mobile' }],
  instock: true,
  istrending: false,
  isApi: false,
  items: [] as number[],
} satisfies NewProduct
const productFacts = {
  name: 'Gully TV',
  type: 'OTHER',
  category: 'ott',
  imgpath: '/media/gully.svg',
  importantnote: 'Ask',
  inputs: 'E-mail, Mobile',
  instock: true,
  istrending: false,
  isApi: false,
  apiType: 'OTHER',
}

/** Prices of one item from ₹109, now or later. */
const setPrice = (who: Person, { _id }: ItemDoc, { to, applyAt }: { to: number; applyAt?: Date }) =>
  who.call(priceChanges.createPriceChange, {
    body: {
      prices: [{ itemid: _id, field: 'discountedprice', from: 109, to }],
      reason: 'cheaper there',
      ...(applyAt && { applyAt: applyAt.toISOString() }),
    },
    ...key(),
  })

const later = ({ service }: StaffContext) => new Date(service.clock.now().getTime() + 3_600_000)

const changedPrice = (item: ItemDoc, from: number, { to, reason }: { to: number; reason: string }): Row => ({
  action: 'item.update',
  target: target(item),
  reason,
  before: { discountedPaise: from },
  after: { discountedPaise: to },
})

/** A price change that lowers a price further than its actor may: it is pending until an owner decides. */
async function pendingPriceChange({ service }: StaffContext) {
  const item = await insertTestItem()
  const catalogue = await service.as(await insertAdmin({ staffRole: 'catalogue' satisfies StaffRole }))
  const { set } = await setPrice(catalogue, item, { to: 20 })
  return { item, id: set.id }
}

const decidePendingPrices = (who: Person, id: string, apply: boolean) =>
  who.call(priceChanges.decidePendingPrices, { params: { id }, body: { apply }, ...key() })

async function upload({ service }: StaffContext, who: Person) {
  const file = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff4f9a' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('title', 'Tonight’s show')
  form.append('type', 'Item')
  form.append('images', new Blob([new Uint8Array(file)]), 'show.jpg')
  const reply = await fetch(new URL('/api/admin/uploadimage', service.url), {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}` },
  })
  const uploaded = (await reply.json()) as ReplyOf<typeof gallery.uploadImage>
  if (!reply.ok) throw Object.assign(new Error(uploaded.message), { status: reply.status, ...uploaded })
  return uploaded
}

/** Calls about the catalogue: products, items, prices, costs and pictures. */
export const catalogueWrites: Trials = {
  'POST /admin/createproduct': {
    'creates a product': async () => {
      const { _id } = await insertTestItem()
      return attempt({
        action: (who) =>
          who.call(adminProducts.createProduct, {
            body: { ...productBody, items: [_id] },
            ...key(),
          }),
        rows: ({ product }) => [
          {
            action: 'product.create',
            target: `product:${product._id}`,
            reason: '',
            before: {},
            after: { ...productFacts, items: String(_id) },
          },
        ],
      })
    },
  },
  'POST /admin/editproduct/:productid': {
    'changes a product': async () => {
      const { _id: productid, __v } = await insertTestProduct({ ...productBody, productid: randomUUID() })
      const body = {
        ...productBody,
        items: [],
        category: 'others' as const,
        __v,
      }
      return attempt({
        action: (who) => who.call(adminProducts.editProduct, { params: { productid }, body }),
        rows: () => [
          {
            action: 'product.update',
            target: `product:${productid}`,
            reason: '',
            before: { category: 'ott' },
            after: { category: 'others' },
          },
        ],
        again: 'product_changed',
      })
    },
  },
  'POST /admin/updateproduct': {
    'changes stock and note': async () => {
      const { _id, __v } = await insertTestProduct({ importantnote: 'Ask', instock: true })
      const body = { _id, instock: false, importantNote: 'Ask first', __v }
      return attempt({
        action: (who) => who.call(adminProducts.updateProduct, { body }),
        rows: () => [
          {
            action: 'product.update',
            target: `product:${_id}`,
            reason: '',
            before: { instock: true, importantnote: 'Ask' },
            after: { instock: false, importantnote: 'Ask first' },
          },
        ],
        again: 'product_changed',
      })
    },
  },
  'POST /admin/deleteproduct/:productid': {
    'deletes a product': async () => {
      const { _id: productid } = await insertTestProduct({ ...productBody, productid: randomUUID() })
      return attempt({
        action: (who) => who.call(adminProducts.deleteProduct, { params: { productid } }),
        rows: () => [
          {
            action: 'product.delete',
            target: `product:${productid}`,
            reason: '',
            before: { ...productFacts, items: '' },
            after: {},
          },
        ],
        again: 'product_not_found',
      })
    },
  },
  'POST /admin/createitem': {
    'creates an item': async () =>
      attempt({
        action: (who) => who.call(adminItems.createItem, { body: itemBody, ...key() }),
        rows: ({ item }) => [
          { action: 'item.create', target: `item:${item.itemid}`, before: {}, after: itemFacts, reason: '' },
        ],
      }),
  },
  'POST /admin/edititem/:itemid': {
    'changes an item': async () => {
      const item = await insertTestItem()
      const body = { ...itemBody, name: '88 Diamonds', discountedprice: 108, __v: item.__v }
      return attempt({
        action: (who) => who.call(adminItems.editItem, { params: { itemid: item._id }, body }),
        rows: () => [
          {
            action: 'item.update',
            target: target(item),
            reason: '',
            before: { name: '86 Diamonds', discountedPaise: 10_900 },
            after: { name: '88 Diamonds', discountedPaise: 10_800 },
          },
        ],
        again: 'item_changed',
      })
    },
  },
  'POST /admin/updateitem/:itemId': {
    'changes prices and stock': async () => {
      const item = await insertTestItem()
      const body = { price: 108, resellPrice: 103, itemInstock: false, __v: item.__v }
      return attempt({
        action: (who) => who.call(adminItems.updateItem, { params: { itemId: item._id }, body }),
        rows: () => [
          {
            action: 'item.update',
            target: target(item),
            reason: '',
            before: { discountedPaise: 10_900, resellPaise: 10_400, inStock: true },
            after: { discountedPaise: 10_800, resellPaise: 10_300, inStock: false },
          },
        ],
        again: 'item_changed',
      })
    },
  },
  'POST /admin/deleteitem/:itemid': {
    'deletes an item and takes it out of its product': async () => {
      const item = await insertTestItem()
      const { _id: products } = await insertTestProduct({ items: [item._id] })
      return attempt({
        action: (who) => who.call(adminItems.deleteItem, { params: { itemid: item._id } }),
        rows: () => [
          {
            action: 'item.delete',
            target: target(item),
            reason: '',
            before: { ...itemFacts, products },
            after: {},
          },
        ],
        again: 'item_not_found',
      })
    },
  },
  'POST /admin/items/:itemid/override-pause': {
    'sells a paused item all the same': async () => {
      const item = await insertTestItem()
      await ItemModel.updateOne({ _id: item._id }, { $set: { pausedBy: 'balance', pausedAt: new Date() } })
      return attempt({
        action: (who) => who.call(overridePause, { params: { itemid: item._id }, body: {} }),
        rows: () => [
          {
            action: 'item.override_pause',
            target: target(item),
            reason: '',
            before: { pausedBy: 'balance' },
            after: { pausedBy: 'overridden' },
          },
        ],
      })
    },
  },
  'POST /admin/price-changes': {
    'changes prices at once': async () => {
      const item = await insertTestItem()
      return attempt({
        action: (who) => setPrice(who, item, { to: 108 }),
        rows: ({ set }) => [
          changedPrice(item, 10_900, { to: 10_800, reason: `Prices ${set.id}: cheaper there` }),
        ],
      })
    },
    'plans prices for later': async (at) => {
      const [item, applyAt] = [await insertTestItem(), later(at)]
      return attempt({
        action: (who) => setPrice(who, item, { to: 108, applyAt }),
        rows: ({ set }) => [
          {
            action: 'price_change.schedule',
            target: `prices:${set.id}`,
            reason: 'cheaper there',
            before: {},
            after: { prices: 1, applyAt: applyAt.toISOString() },
          },
        ],
      })
    },
  },
  'POST /admin/price-changes/:id/cancel': {
    'cancels planned prices': async (at) => {
      const { set } = await setPrice(at.asMeera, await insertTestItem(), { to: 108, applyAt: later(at) })
      return attempt({
        action: (who) => who.call(priceChanges.cancelPriceChange, { params: { id: set.id }, ...key() }),
        rows: () => [
          {
            action: 'price_change.cancel',
            target: `prices:${set.id}`,
            reason: '',
            before: { state: 'planned' },
            after: { state: 'cancelled' },
          },
        ],
      })
    },
  },
  'POST /admin/price-changes/:id/rollback': {
    'brings prices back': async (at) => {
      const item = await insertTestItem()
      const { set } = await setPrice(at.asMeera, item, { to: 108 })
      return attempt({
        action: (who) =>
          who.call(priceChanges.rollBackPriceChange, {
            params: { id: set.id },
            body: { reason: 'too low' },
            ...key(),
          }),
        rows: ({ set: back }) => [
          changedPrice(item, 10_800, { to: 10_900, reason: `Prices ${back.id}: too low` }),
          {
            action: 'price_change.roll_back',
            target: `prices:${set.id}`,
            reason: 'too low',
            before: {},
            after: { rolledBackBy: back.id },
          },
        ],
        again: 'price_change_rolled_back',
      })
    },
  },
  'POST /admin/price-changes/:id/pending': {
    'applies prices that were held back': async (at) => {
      const { item, id } = await pendingPriceChange(at)
      return attempt({
        action: (who) => decidePendingPrices(who, id, true),
        rows: ({ set }) => [
          changedPrice(item, 10_900, { to: 2_000, reason: `Prices ${set.id}: cheaper there` }),
          {
            action: 'price_change.decide',
            target: `prices:${id}`,
            reason: '',
            before: { pending: 'open' },
            after: { pending: 'applied', priceChange: set.id },
          },
        ],
        again: 'price_change_answered',
      })
    },
    'leaves prices that were held back': async (at) => {
      const { id } = await pendingPriceChange(at)
      return attempt({
        action: (who) => decidePendingPrices(who, id, false),
        rows: () => [
          {
            action: 'price_change.decide',
            target: `prices:${id}`,
            reason: '',
            before: { pending: 'open' },
            after: { pending: 'dropped' },
          },
        ],
      })
    },
  },
  'POST /admin/pricefloors': {
    'sets the floors': async ({ asMeera }) => {
      const { __v, ...before } = await asMeera.call(priceFloors)
      const after = { customers: before.customers + 1, resellers: before.resellers + 2 }
      return attempt({
        action: (who) => who.call(savePriceFloors, { body: { ...after, __v }, ...key() }),
        rows: () => [{ action: 'price_change.floors', target: 'prices:floors', before, after, reason: '' }],
        again: 'price_floors_changed',
      })
    },
  },
  'POST /admin/suppliers/:account/products/:product/cost': {
    'enters what a pack costs': async () => {
      await knowCosts()
      const body = { coins: '60', reason: 'the vendor’s mail', on: '2026-11-27', version: 1 }
      return attempt({
        action: (who) =>
          who.call(enterProductCost, { params: { account: 'SMILEBR', product: '13' }, body, ...key() }),
        rows: () => [
          {
            action: 'supplier.product_cost',
            target: 'supplier:SMILEBR',
            before: { product: '13', coins: '61.5' },
            after: { product: '13', coins: '60' },
            reason: 'the vendor’s mail, of 2026-11-27',
          },
        ],
        again: 'product_cost_changed',
      })
    },
  },
  'POST /admin/uploadimage': {
    'adds an image': async (at) =>
      attempt({
        action: (who) => upload(at, who),
        rows: ({ image: { id, uses: _, ...after } }) => [
          { action: 'image.upload', target: `image:${id}`, before: {}, after, reason: '' },
        ],
        // Named by its content, it is stored first: the next upload of it finds it there.
        beforehand: ['media'],
      }),
  },
  'POST /admin/deleteimage/:id': {
    'deletes an image': async (at) => {
      const { image } = await upload(at, at.asMeera)
      const { id, title, type, url, uses } = image
      return attempt({
        action: (who) => who.call(gallery.deleteImage, { params: { id }, body: { knownUses: uses.length } }),
        rows: () => [
          {
            action: 'image.delete',
            target: `image:${id}`,
            reason: '',
            before: { title, type, url, uses: uses.length },
            after: {},
          },
        ],
        again: 'not_found',
      })
    },
  },
}
