import type { ClientSession } from 'mongoose'
import type { AdminItem, ItemBody } from '../../contracts/admin-items.ts'
import { toPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import { reserveNames } from '../../platform/names.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel, nextItemId, publishCatalogueUpdate } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { adminItem } from './admin-views.ts'
import { changedFacts, type ItemFields, itemFacts, itemNumberKey } from './audit-fields.ts'
import type { CostDeps } from './item-costs.ts'
import { itemFields, lacksSupplierProduct, requireSupplierProduct } from './item-fields.ts'
import { assessEdit, type BelowCost, belowCost, withApproved } from './item-price-risk.ts'
import { alertOwnersOfPrices, isOwnerNow, type PriceActor, requireConfirmed } from './price-risk.ts'

type SaveDeps = Pick<Deps, 'clock' | 'publisher'> & CostDeps

/**
 * Creates an item under the next free number, with an audit row. Without a supplier product it is out of stock.
 * @param item `itemid`: a number of its own, for an item of another shop
 * @throws AppError `price_below_cost` when a price is below cost and the admin is no owner; a duplicate-key error when
 * `itemid` is taken
 */
export async function createItem(
  deps: SaveDeps,
  admin: PriceActor,
  { itemid, ...body }: ItemBody & { itemid?: number },
): Promise<AdminItem> {
  const itemInput = itemFields(body)
  const fields = lacksSupplierProduct(itemInput) ? { ...itemInput, inStock: false } : itemInput
  for (let tries = 0; ; tries++) {
    const _id = itemid ?? (await nextItemId()) + tries
    try {
      const item = await inTransaction((tx) =>
        insert(tx, deps, { admin, fields: { ...fields, _id }, at: deps.clock.now() }),
      )
      publishCatalogueUpdate(deps, { itemids: [_id] })
      return item
    } catch (error) {
      // A concurrent insert took the number, or a deleted item has it reserved.
      if (itemid !== undefined || !isDuplicateKey(error) || tries === 500) throw error
    }
  }
}

async function insert(
  tx: ClientSession,
  deps: CostDeps,
  { admin, fields, at }: { admin: PriceActor; fields: ItemFields & { _id: number }; at: Date },
): Promise<AdminItem> {
  await reserveNames(tx, String(fields._id), [itemNumberKey(fields._id)])
  const item = fields as ItemDoc
  const approved = await approveCosts(tx, { admin, item, below: await belowCost(deps, item), at })
  const [created] = await ItemModel.create([{ ...fields, ...approved }], { session: tx })
  await writeAudit(tx, admin, {
    at,
    action: 'item.create',
    target: auditTarget.item(fields._id),
    reason: '',
    before: {},
    after: itemFacts(fields),
  })
  return adminItem(created?.toObject() as ItemDoc, [])
}

type CostApproval = { admin: PriceActor; item: ItemDoc; below: readonly BelowCost[]; at: Date }

/**
 * Allows only an owner to sell an item below its cost; the owners are alerted.
 * @param field the field of the error, if not the price
 * @returns the approved prices to write
 * @throws AppError `price_below_cost`
 */
async function approveCosts(
  tx: ClientSession,
  { admin, item, below, at, field }: CostApproval & { field?: 'id' | 'itemidarray' },
): Promise<Pick<ItemDoc, 'approvedPaise'>> {
  const [first] = below
  if (!first) return {}
  if (!(await isOwnerNow(tx, admin.userId))) {
    const wireField = first.field === 'resellPaise' ? 'resellprice' : 'discountedprice'
    throw new AppError('price_below_cost', { field: field ?? wireField })
  }
  const unusual = below.map(({ toPaise }) => ({ name: item.name, toPaise, risk: 'below_cost' as const }))
  requireConfirmed(admin, unusual)
  await alertOwnersOfPrices(tx, unusual, { by: admin.name, isPending: false, at })
  return withApproved(item, below)
}

type ItemRef = { itemid: number; expectedVersion?: number | undefined }

/**
 * @returns whether prices are pending an owner's approval; the rest is saved
 * @throws AppError `item_not_found`, `item_changed`, `supplier_product_required`, `price_below_cost`
 */
export function editItem(
  deps: SaveDeps,
  admin: PriceActor,
  { body, ...which }: ItemRef & { body: ItemBody },
): Promise<boolean> {
  return changeItem(deps, admin, { ...which, change: (before) => itemFields(body, before) })
}

type ItemTerms = { price: number; resellPrice: number; itemInstock: boolean }

/**
 * Changes an item's prices (in rupees) and stock flag.
 * @param which `requirePrices` throws if the admin may not change prices
 * @returns and throws as `editItem`
 */
export function updateItem(
  deps: SaveDeps,
  admin: PriceActor,
  { terms, requirePrices, ...which }: ItemRef & { terms: ItemTerms; requirePrices: () => void },
): Promise<boolean> {
  const { price, resellPrice, itemInstock: inStock } = terms
  const prices = { discountedPaise: toPaise(price), resellPaise: toPaise(resellPrice) }
  const change = ({ _id, __v, createdAt, updatedAt, pausedBy, pausedAt, ...before }: ItemDoc) => {
    const isSame =
      prices.discountedPaise === before.discountedPaise && prices.resellPaise === before.resellPaise
    if (!isSame) requirePrices()
    return { ...before, ...prices, inStock }
  }
  return changeItem(deps, admin, { ...which, change })
}

type ItemChange = ItemRef & { change: (before: ItemDoc) => ItemFields }

async function changeItem(
  deps: SaveDeps,
  admin: PriceActor,
  { itemid, expectedVersion, change }: ItemChange,
): Promise<boolean> {
  const { isChanged, isPending } = await inTransaction(async (tx) => {
    const before = await ItemModel.findById(itemid, null, { session: tx }).lean<ItemDoc | null>()
    if (!before) throw new AppError('item_not_found')
    if (expectedVersion !== undefined && expectedVersion !== before.__v) throw new AppError('item_changed')
    const at = deps.clock.now()
    const { after, isPending } = await assessChange(tx, deps, {
      admin,
      before,
      edited: change(before),
      at,
    })
    requireSupplierProduct(after)
    const facts = changedFacts(itemFacts(before), itemFacts(after))
    if (!facts) return { isChanged: false, isPending }
    await writeItem(tx, before, after)
    const named = { at, target: auditTarget.item(itemid), reason: '' }
    await writeAudit(tx, admin, { ...named, action: 'item.update', ...facts })
    return { isChanged: true, isPending }
  })
  if (isChanged) publishCatalogueUpdate(deps, { itemids: [itemid] })
  return isPending
}

type ItemAssessment = { admin: PriceActor; before: ItemDoc; edited: ItemFields; at: Date }

/**
 * The part of an edit to write. Only an owner may lower a price unusually, or set supplier products that cost more than
 * the price.
 */
async function assessChange(
  tx: ClientSession,
  deps: CostDeps,
  { admin, before, edited, at }: ItemAssessment,
): Promise<{ after: ItemFields; isPending: boolean }> {
  const edit = { before, after: { ...before, ...edited }, now: at }
  const { prices, isPending } = await assessEdit(tx, deps, { actor: admin, ...edit })
  const after = { ...edited, ...prices }
  if (supplierProductsText(before) === supplierProductsText(after)) return { after, isPending }
  const item = { ...before, ...after }
  // Lowered prices are assessed by `assessEdit`.
  const below = (await belowCost(deps, item)).filter(({ field, toPaise }) => toPaise >= before[field])
  const field = after.itemidarray ? 'itemidarray' : 'id'
  const approved = await approveCosts(tx, { admin, item, below, at, field })
  return { after: { ...after, ...approved }, isPending }
}

const supplierProductsText = ({ id, itemidarray, isApi, apiType }: ItemFields) =>
  [isApi, apiType, ...(itemidarray ?? [id])].join()

const optional = ['type', 'suggestedTask', 'itemidarray'] as const

async function writeItem(tx: ClientSession, { _id, __v }: ItemDoc, after: ItemFields): Promise<void> {
  const removed = optional.filter((name) => after[name] === undefined)
  const { modifiedCount } = await ItemModel.updateOne(
    { _id, __v },
    {
      $set: after,
      $inc: { __v: 1 },
      ...(removed.length > 0 ? { $unset: Object.fromEntries(removed.map((name) => [name, 1])) } : {}),
    },
    { session: tx },
  )
  if (modifiedCount === 0) throw new AppError('item_changed')
}
