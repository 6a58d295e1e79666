import * as z from 'zod/mini'
import { adminTables } from './admin-tables.ts'
import { ApiType } from './api-types.ts'
import { Category, Product } from './catalogue.ts'
import { expectedVersion, imagePath, imagePathFault, productType, requiredText } from './catalogue-fields.ts'
import { idText, isoTime } from './fields.ts'
import { InputRuleBody } from './input-rules.ts'
import { route } from './route.ts'

/** A product as admins see it. */
export const AdminProduct = z.extend(Product, {
  createdAt: isoTime(),
  updatedAt: isoTime(),
  /** The version: an edit with an older one is rejected. */
  __v: z.number(),
})
export type AdminProduct = z.output<typeof AdminProduct>

const itemsFault = 'All items must be valid numbers.'
const labelsFault = 'All input fields must have labels.'
const label = () => z.string(labelsFault).check(z.trim(), z.minLength(1, labelsFault), z.maxLength(60))

/** In the order in which errors are reported. */
const productFields = {
  name: requiredText('Name', 120),
  type: productType(),
  category: z.enum(Category.options, 'Category is required.'),
  imgpath: requiredText('Image Path', 500).check(z.regex(imagePath, imagePathFault)),
  inputs: z
    .array(z.strictObject({ label: label(), rule: z.optional(InputRuleBody) }), labelsFault)
    .check(z.length(2, 'A product has two inputs.')),
  items: z
    .array(
      z.number(itemsFault).check(z.int(itemsFault), z.gte(1, itemsFault), z.lte(999_999_999, itemsFault)),
      itemsFault,
    )
    .check(z.maxLength(200)),
  isApi: z.optional(z.boolean()),
  /** Empty means none. */
  apiType: z.optional(z.union([ApiType, z.literal('')])),
  importantnote: z.optional(z.string().check(z.trim(), z.maxLength(2_000))),
  instock: z.optional(z.boolean()),
  istrending: z.optional(z.boolean()),
} as const

type Api = { isApi?: boolean | undefined; apiType?: string | undefined }

/** Whether a supplier is named where it must be. */
export const namesItsApi = ({ isApi, apiType }: Api): boolean => isApi !== true || !!apiType

export const apiTypeFault = { message: 'API Type is required when Is API is true.', path: ['apiType'] }

type Servers = { type: string; inputs: readonly { rule?: unknown }[] }

/** The server of a GENSHIN product is chosen from a list: a rule could leave none to choose. */
const hasFreeServer = ({ type, inputs }: Servers): boolean =>
  type !== 'GENSHIN' || inputs[1]?.rule === undefined

const serverRuleFault = {
  message: 'The server of a GENSHIN product is chosen from a list, so it takes no rule.',
  path: ['inputs', 1, 'rule'],
}

/** What an admin enters for a product. Without `isApi`, it is true where a supplier is named. */
export const ProductBody = z
  .strictObject(productFields)
  .check(z.refine(namesItsApi, apiTypeFault), z.refine(hasFreeServer, serverRuleFault))
export type ProductBody = z.output<typeof ProductBody>

const productId = () => z.strictObject({ productid: idText() })
const Saved = z.object({ message: z.string(), product: AdminProduct })

export const getAllProducts = route({
  method: 'GET',
  path: '/admin/getallproducts',
  auth: { permission: adminTables.products.permission },
  summary: 'Every product, oldest first',
  result: z.array(AdminProduct),
  errors: [],
  errorField: 'message',
})

export const createProduct = route({
  method: 'POST',
  path: '/admin/createproduct',
  auth: { permission: 'catalogue.edit' },
  summary: 'Create a product; its id is made from its name',
  body: ProductBody,
  result: Saved,
  errors: ['item_not_found'],
  errorField: 'message',
  idempotent: true,
})

export const editProduct = route({
  method: 'POST',
  path: '/admin/editproduct/:productid',
  auth: { permission: 'catalogue.edit' },
  summary: 'Replace all fields of a product',
  params: productId(),
  body: z
    .strictObject({ ...productFields, __v: expectedVersion() })
    .check(z.refine(namesItsApi, apiTypeFault), z.refine(hasFreeServer, serverRuleFault)),
  result: Saved,
  errors: ['product_not_found', 'item_not_found', 'product_changed'],
  errorField: 'message',
})

export const updateProduct = route({
  method: 'POST',
  path: '/admin/updateproduct',
  auth: { permission: 'catalogue.stock' },
  summary:
    'Change a product’s stock, and its important note; the note requires the permission to edit the catalogue',
  body: z.strictObject({
    _id: idText(),
    instock: z.boolean(),
    importantNote: z.optional(z.string().check(z.trim(), z.maxLength(2_000))),
    __v: expectedVersion(),
  }),
  result: Saved,
  errors: ['product_not_found', 'product_changed'],
  errorField: 'message',
})

export const deleteProduct = route({
  method: 'POST',
  path: '/admin/deleteproduct/:productid',
  auth: { permission: 'catalogue.edit' },
  summary: 'Delete a product without open orders; its items and its past orders stay',
  params: productId(),
  result: z.object({ message: z.string() }),
  errors: ['product_not_found', 'catalogue_in_use'],
  errorField: 'message',
})
