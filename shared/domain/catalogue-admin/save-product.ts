import type { ClientSession } from 'mongoose'
import type { AdminProduct, ProductBody } from '../../contracts/admin-products.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import {
  ItemModel,
  type ProductDoc,
  ProductModel,
  publishCatalogueUpdate,
  slugOf,
} from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { adminProduct } from './admin-views.ts'
import { changedFacts, type ProductFields, productFacts } from './audit-fields.ts'

type SaveDeps = Pick<Deps, 'clock' | 'publisher'>

/**
 * Creates a product, with an audit row. Its id is made from its name, with a number if it is taken.
 * @param product `productid`: an id of its own, for a product of another shop
 * @throws AppError `item_not_found` for an item that does not exist; a duplicate-key error when `productid` is taken
 */
export async function createProduct(
  deps: SaveDeps,
  admin: Actor,
  { productid, ...body }: ProductBody & { productid?: string },
): Promise<AdminProduct> {
  const productInput = productFields(body)
  const slug = slugOf(productInput.name)
  for (let count = 1; ; count++) {
    const _id = productid ?? (count === 1 ? slug : `${slug}-${count}`)
    try {
      const fields = { ...productInput, _id, at: deps.clock.now() }
      const product = await inTransaction((tx) => insert(tx, admin, fields))
      publishCatalogueUpdate(deps, { productids: [_id] })
      return product
    } catch (error) {
      if (productid !== undefined || !isDuplicateKey(error) || count === 50) throw error
    }
  }
}

async function insert(
  tx: ClientSession,
  admin: Actor,
  { at, ...fields }: ProductFields & { _id: string; at: Date },
): Promise<AdminProduct> {
  await requireItems(tx, fields.items)
  const [product] = await ProductModel.create([fields], { session: tx })
  await writeAudit(tx, admin, {
    at,
    action: 'product.create',
    target: auditTarget.product(fields._id),
    reason: '',
    before: {},
    after: productFacts(fields),
  })
  return adminProduct(product?.toObject() as ProductDoc)
}

type ProductRef = { productid: string; expectedVersion?: number | undefined }

/** @throws AppError `product_not_found`, `product_changed`, `item_not_found` */
export function editProduct(
  deps: SaveDeps,
  admin: Actor,
  { body, ...which }: ProductRef & { body: ProductBody },
): Promise<void> {
  return changeProduct(deps, admin, { ...which, change: (before) => productFields(body, before) })
}

type StockInput = { instock: boolean; importantNote?: string | undefined }

/**
 * @param which `requireNote` throws if the admin may not change the note
 * @throws AppError `product_not_found`, `product_changed`
 */
export function updateProduct(
  deps: SaveDeps,
  admin: Actor,
  { instock, importantNote, requireNote, ...which }: ProductRef & StockInput & { requireNote: () => void },
): Promise<void> {
  const change = ({ _id, __v, createdAt, updatedAt, ...before }: ProductDoc) => {
    const importantnote = importantNote ?? before.importantnote
    if (importantnote !== before.importantnote) requireNote()
    return { ...before, instock, importantnote }
  }
  return changeProduct(deps, admin, { ...which, change })
}

type ProductChange = ProductRef & { change: (before: ProductDoc) => ProductFields }

async function changeProduct(
  deps: SaveDeps,
  admin: Actor,
  { productid, expectedVersion, change }: ProductChange,
): Promise<void> {
  const isChanged = await inTransaction(async (tx) => {
    const before = await ProductModel.findById(productid, null, { session: tx }).lean<ProductDoc | null>()
    if (!before) throw new AppError('product_not_found')
    if (expectedVersion !== undefined && expectedVersion !== before.__v) throw new AppError('product_changed')
    const after = change(before)
    const facts = changedFacts(productFacts(before), productFacts(after))
    if (!facts) return false
    if (facts.after.items !== undefined) await requireItems(tx, after.items)
    const { __v } = before
    const update = { $set: after, $inc: { __v: 1 } }
    const { modifiedCount } = await ProductModel.updateOne({ _id: productid, __v }, update, { session: tx })
    if (modifiedCount === 0) throw new AppError('product_changed')
    const target = auditTarget.product(productid)
    await writeAudit(tx, admin, {
      at: deps.clock.now(),
      action: 'product.update',
      target,
      reason: '',
      ...facts,
    })
    return true
  })
  if (isChanged) publishCatalogueUpdate(deps, { productids: [productid] })
}

async function requireItems(tx: ClientSession, items: readonly number[]): Promise<void> {
  const stored = await ItemModel.find({ _id: { $in: items } }, { _id: 1 }, { session: tx }).lean()
  const found = new Set(stored.map(({ _id }) => _id))
  const missing = items.find((itemid) => !found.has(itemid))
  if (missing === undefined) return
  throw new AppError('item_not_found', { field: 'items', message: `There is no item ${missing}.` })
}

/** A product's fields after an admin's edit. Fields that the form omits are kept. */
export function productFields(body: ProductBody, before?: ProductFields): ProductFields {
  const apiType = body.apiType ?? before?.apiType ?? 'OTHER'
  return {
    name: body.name,
    type: body.type,
    category: body.category,
    imgpath: body.imgpath,
    importantnote: body.importantnote ?? before?.importantnote ?? '',
    inputs: body.inputs,
    items: [...new Set(body.items)],
    istrending: body.istrending ?? before?.istrending ?? false,
    instock: body.instock ?? before?.instock ?? true,
    isApi: body.isApi ?? before?.isApi ?? (apiType !== '' && apiType !== 'OTHER'),
    apiType: apiType || 'OTHER',
  }
}
