import * as z from 'zod/mini'
import { apiTypeFault, namesItsApi } from './admin-products.ts'
import { ApiType } from './api-types.ts'
import { Item, ItemType } from './catalogue.ts'
import {
  expectedVersion,
  imagePath,
  imagePathFault,
  itemNumberText,
  neededText,
  price,
} from './catalogue-fields.ts'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/** An item as admins see it. `__v` names what was seen: an edit that gives it back is refused when somebody was first. */
export const AdminItem = z.extend(Item, {
  /** By the supplier's list, in its own unit; absent where nobody knows it. */
  cost: z.optional(
    z.object({
      amount: z.number(),
      unit: z.string(),
      /** Absent where nobody has said what a unit costs us. */
      rupees: z.optional(z.number()),
      /** The least per cent of a price that must be left above it. */
      floorPercent: z.number(),
      /** The same of what resellers pay; absent from an api of before, which had one for both. */
      resellFloorPercent: z.optional(z.number()),
      readAt: isoTime(),
    }),
  ),
  /**
   * Beside the stock. `balance`: its supplier's balance does not cover it, and customers see Out of Stock until it does;
   * `overridden`: so it is, and somebody sells it all the same. Absent: neither.
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
 * In the order in which faults are told; that of the picture comes after that of the supplier, and so is one of the
 * whole.
 */
const itemFields = {
  name: neededText('Name', 120),
  originalprice: price('Original Price'),
  discountedprice: price('Discounted Price'),
  resellprice: price('Resell Price'),
  isApi: z.optional(z.boolean()),
  /** Empty is none. */
  apiType: z.optional(z.union([ApiType, z.literal('')])),
  imgpath: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  /** Empty is none. */
  type: z.optional(z.union([ItemType, z.literal('')])),
  suggestedTask: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  /** The supplier's ids of the packs, one purchase each. */
  itemidarray: z.optional(z.array(supplierId().check(z.minLength(1))).check(z.maxLength(20))),
  /** The supplier's id of the one pack; counts where there is no list. */
  id: z.optional(supplierId()),
  inStock: z.optional(z.boolean()),
} as const

type Checked = { isApi?: boolean | undefined; apiType?: string | undefined; imgpath: string }

const checks = [
  z.refine<Checked>(namesItsApi, apiTypeFault),
  z.refine<Checked>(({ imgpath }) => imgpath !== '', imageNeeded),
  z.refine<Checked>(({ imgpath }) => imgpath === '' || imagePath.test(imgpath), imageWrong),
] as const

/** What an admin writes of an item. Without `isApi`, it is so where a supplier is named. */
export const ItemBody = z.strictObject(itemFields).check(...checks)
export type ItemBody = z.output<typeof ItemBody>

/** What an item carries beside what can be changed: it may be sent back, and is not looked at. */
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
  auth: { permission: 'catalogue.view' },
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
    'Create an item; it gets the next number. One without a supplier’s id that a supplier delivers is out of stock',
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
  summary: 'Change an item whole',
  params: itemId(),
  body: z.strictObject({ ...itemFields, ...carried, __v: expectedVersion() }).check(...checks),
  result: Saved,
  errors: [
    ...(['item_not_found', 'item_changed', 'supplier_product_required'] as const),
    ...(['price_below_cost', 'price_unconfirmed'] as const),
  ],
  asksPrices: true,
  errorField: 'message',
})

export const updateItem = route({
  method: 'POST',
  path: '/admin/updateitem/:itemId',
  auth: { permission: 'catalogue.stock' },
  summary:
    'Change an item’s price, resell price and stock; whoever may change stock alone sends the prices there are',
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
  summary: 'Delete an item that no open order is of; it leaves its products, and its past orders stay',
  params: itemId(),
  result: z.object({ message: z.string() }),
  errors: ['item_not_found', 'catalogue_in_use'],
  errorField: 'message',
})
