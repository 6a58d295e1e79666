import * as z from 'zod/mini'
import { apiTypeFault, namesItsApi } from './admin-products.ts'
import { adminTables } from './admin-tables.ts'
import { ApiType } from './api-types.ts'
import { Item, ItemType } from './catalogue.ts'
import {
  expectedVersion,
  imagePath,
  imagePathFault,
  itemNumberText,
  price,
  requiredText,
} from './catalogue-fields.ts'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/** An item as admins see it. `__v` is its version: an edit with an older one is rejected. */
export const AdminItem = z.extend(Item, {
  /** By the supplier's price list, in its own currency; absent where it is not known. */
  cost: z.optional(
    z.object({
      amount: z.number(),
      unit: z.string(),
      /** Absent where the currency's value in rupees is not set. */
      rupees: z.optional(z.number()),
      /** The minimal margin over the cost, in percent of the customers' price. */
      floorPercent: z.number(),
      /** The same for the resellers' price. */
      resellFloorPercent: z.optional(z.number()),
      readAt: isoTime(),
    }),
  ),
  /**
   * In addition to the stock. `balance`: its supplier's balance does not cover it, and customers
   * see Out of Stock until it does; `overridden`: a staff member sells it despite that. Absent:
   * neither.
   */
  pausedBy: z.optional(z.enum(['balance', 'overridden'])),
  /** The products that sell it. */
  products: z.array(z.object({ productid: z.string(), name: z.string() })),
})
export type AdminItem = z.output<typeof AdminItem>

const supplierId = () =>
  z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{0,40}$/, 'must be a supplier’s id'))
const imageNeeded = { message: 'Image Path is required.', path: ['imgpath'] }
const imageWrong = { message: imagePathFault, path: ['imgpath'] }

/**
 * In the order in which errors are reported. The check of the picture comes after that of the
 * supplier, so it is one of the whole object.
 */
const itemFields = {
  name: requiredText('Name', 120),
  originalprice: price('Original Price'),
  discountedprice: price('Discounted Price'),
  resellprice: price('Resell Price'),
  isApi: z.optional(z.boolean()),
  /** Empty means none. */
  apiType: z.optional(z.union([ApiType, z.literal('')])),
  imgpath: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  /** Empty means none. */
  type: z.optional(z.union([ItemType, z.literal('')])),
  suggestedTask: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  /** The supplier's ids of its products, one purchase each. */
  itemidarray: z.optional(z.array(supplierId().check(z.minLength(1))).check(z.maxLength(20))),
  /** The supplier's id of a single product; used where there is no list. */
  id: z.optional(supplierId()),
  inStock: z.optional(z.boolean()),
} as const

type Checked = { isApi?: boolean | undefined; apiType?: string | undefined; imgpath: string }

const checks = [
  z.refine<Checked>(namesItsApi, apiTypeFault),
  z.refine<Checked>(({ imgpath }) => imgpath !== '', imageNeeded),
  z.refine<Checked>(({ imgpath }) => imgpath === '' || imagePath.test(imgpath), imageWrong),
] as const

/** What an admin enters for an item. Without `isApi`, it is true where a supplier is named. */
export const ItemBody = z.strictObject(itemFields).check(...checks)
export type ItemBody = z.output<typeof ItemBody>

/** Read-only fields of an item: they may be sent back, and are ignored. */
const carried = {
  _id: z.optional(z.string().check(z.maxLength(40))),
  itemid: z.optional(z.number()),
  createdAt: z.optional(z.string().check(z.maxLength(40))),
  updatedAt: z.optional(z.string().check(z.maxLength(40))),
  points: z.optional(z.number()),
  resellpoints: z.optional(z.number()),
  products: z.optional(AdminItem.shape.products),
  cost: AdminItem.shape.cost,
  pausedBy: AdminItem.shape.pausedBy,
  deliveryTime: AdminItem.shape.deliveryTime,
} as const

const itemId = () => z.strictObject({ itemid: itemNumberText() })
const Saved = z.object({ message: z.string(), item: AdminItem })

export const getAllItems = route({
  method: 'GET',
  path: '/admin/getallitems',
  auth: { permission: adminTables.items.permission },
  summary: 'Every item, by its number, with the products that sell it',
  result: z.array(AdminItem),
  errors: [],
  errorField: 'message',
})

export const createItem = route({
  method: 'POST',
  path: '/admin/createitem',
  auth: { permission: ['catalogue.edit', 'catalogue.prices'] },
  summary:
    'Create an item; it gets the next number. An item that a supplier delivers is out of stock without the supplier’s id',
  body: ItemBody,
  result: Saved,
  errors: ['price_below_cost', 'price_unconfirmed'],
  asksPrices: true,
  errorField: 'message',
  idempotent: true,
})

export const editItem = route({
  method: 'POST',
  path: '/admin/edititem/:itemid',
  auth: { permission: ['catalogue.edit', 'catalogue.prices'] },
  summary: 'Replace all fields of an item',
  params: itemId(),
  body: z.strictObject({ ...itemFields, ...carried, __v: expectedVersion() }).check(...checks),
  result: Saved,
  errors: [
    'item_not_found',
    'item_changed',
    'supplier_product_required',
    'price_below_cost',
    'price_unconfirmed',
  ],
  asksPrices: true,
  errorField: 'message',
})

export const updateItem = route({
  method: 'POST',
  path: '/admin/updateitem/:itemId',
  auth: { permission: 'catalogue.stock' },
  summary:
    'Change an item’s price, resell price and stock; a caller who may change only the stock sends the current prices',
  params: z.strictObject({ itemId: itemNumberText() }),
  body: z.strictObject({
    price: price('price'),
    resellPrice: price('resell price'),
    itemInstock: z.boolean(),
    __v: expectedVersion(),
  }),
  result: Saved,
  errors: ['item_not_found', 'item_changed', 'supplier_product_required', 'price_unconfirmed'],
  asksPrices: true,
  errorField: 'message',
})

export const deleteItem = route({
  method: 'POST',
  path: '/admin/deleteitem/:itemid',
  auth: { permission: 'catalogue.edit' },
  summary: 'Delete an item without open orders; it is removed from its products, and its past orders stay',
  params: itemId(),
  result: z.object({ message: z.string() }),
  errors: ['item_not_found', 'catalogue_in_use'],
  errorField: 'message',
})
