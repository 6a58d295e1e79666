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
import { changedFacts, type ItemParts, itemFacts, itemName } from './audit-fields.ts'
import type { CostDeps } from './item-costs.ts'
import { itemParts, lacksSupplierProduct, requireSupplierProduct } from './item-parts.ts'
import { assessEdit, type BelowCost, belowCost, withApproved } from './item-price-risk.ts'
import { alertOfPrices, isOwnerNow, type PriceActor, requireTyped } from './price-risk.ts'

type SaveDeps = Pick<Deps, 'clock' | 'publisher'> & CostDeps

/**
 * Creates an item under the next number, with its row in the log. Without a pack it begins out of stock.
 * @throws AppError price_below_cost where it would be sold below its cost, and no owner creates it
 */
export async function createItem(deps: SaveDeps, admin: PriceActor, body: ItemBody): Promise<AdminItem> {
  const parts = itemParts(body)
  const fields = lacksSupplierProduct(parts) ? { ...parts, inStock: false } : parts
  for (let tries = 0; ; tries++) {
    const _id = (await nextItemId()) + tries
    try {
      const item = await inTransaction((tx) =>
        insert(tx, deps, { admin, fields: { ...fields, _id }, at: deps.clock.now() }),
      )
      publishCatalogueUpdate(deps, { itemids: [_id] })
      return item
    } catch (error) {
      // Another admin took the number between the look and the insert, or it was a deleted item's.
      if (!isDuplicateKey(error) || tries === 500) throw error
    }
  }
}

async function insert(
  tx: ClientSession,
  deps: CostDeps,
  { admin, fields, at }: { admin: PriceActor; fields: ItemParts & { _id: number }; at: Date },
): Promise<AdminItem> {
  await reserveNames(tx, String(fields._id), [itemName(fields._id)])
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

type Approving = { admin: PriceActor; item: ItemDoc; below: readonly BelowCost[]; at: Date }

/**
 * Lets an owner alone sell an item below its cost; the owners get a mail.
 * @param field names what the refusal is about, if not the price
 * @returns what the item keeps of it
 * @throws price_below_cost
 */
async function approveCosts(
  tx: ClientSession,
  { admin, item, below, at, field }: Approving & { field?: 'id' | 'itemidarray' },
): Promise<Pick<ItemDoc, 'approvedPaise'>> {
  const [first] = below
  if (!first) return {}
  if (!(await isOwnerNow(tx, admin.userId))) {
    const wireField = first.field === 'resellPaise' ? 'resellprice' : 'discountedprice'
    throw new AppError('price_below_cost', { field: field ?? wireField })
  }
  const unusual = below.map(({ toPaise }) => ({ name: item.name, toPaise, risk: 'below_cost' as const }))
  requireTyped(admin, unusual)
  await alertOfPrices(tx, unusual, { by: admin.name, isHeld: false, at })
  return withApproved(item, below)
}

type Seen = { itemid: number; expectedVersion?: number | undefined }

/**
 * @returns whether prices are held, which an owner has to approve; the rest is saved
 * @throws AppError item_not_found, item_changed, supplier_product_required, price_below_cost
 */
export function editItem(
  deps: SaveDeps,
  admin: PriceActor,
  { body, ...which }: Seen & { body: ItemBody },
): Promise<boolean> {
  return changeItem(deps, admin, { ...which, change: (before) => itemParts(body, before) })
}

type Terms = { price: number; resellPrice: number; itemInstock: boolean }

/**
 * Changes what an item costs, in rupees, and whether it is sold.
 * @param which `requirePrices` throws where the admin may not change prices
 * @returns and throws as `editItem`
 */
export function updateItem(
  deps: SaveDeps,
  admin: PriceActor,
  { terms, requirePrices, ...which }: Seen & { terms: Terms; requirePrices: () => void },
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

type ItemChange = Seen & { change: (before: ItemDoc) => ItemParts }

async function changeItem(
  deps: SaveDeps,
  admin: PriceActor,
  { itemid, expectedVersion, change }: ItemChange,
): Promise<boolean> {
  const { isChanged, isHeld } = await inTransaction(async (tx) => {
    const before = await ItemModel.findById(itemid, null, { session: tx }).lean<ItemDoc | null>()
    if (!before) throw new AppError('item_not_found')
    if (expectedVersion !== undefined && expectedVersion !== before.__v) throw new AppError('item_changed')
    const at = deps.clock.now()
    const { after, isHeld } = await assessed(tx, deps, { admin, before, wanted: change(before), at })
    requireSupplierProduct(after)
    const facts = changedFacts(itemFacts(before), itemFacts(after))
    if (!facts) return { isChanged: false, isHeld }
    await write(tx, before, after)
    const named = { at, target: auditTarget.item(itemid), reason: '' }
    await writeAudit(tx, admin, { ...named, action: 'item.update', ...facts })
    return { isChanged: true, isHeld }
  })
  if (isChanged) publishCatalogueUpdate(deps, { itemids: [itemid] })
  return isHeld
}

type Assessing = { admin: PriceActor; before: ItemDoc; wanted: ItemParts; at: Date }

/** What is written of an edit. Only an owner lowers a price unusually, or puts packs under a price that does not cover them. */
async function assessed(
  tx: ClientSession,
  deps: CostDeps,
  { admin, before, wanted, at }: Assessing,
): Promise<{ after: ItemParts; isHeld: boolean }> {
  const edit = { before, after: { ...before, ...wanted }, now: at }
  const { prices, isHeld } = await assessEdit(tx, deps, { actor: admin, ...edit })
  const after = { ...wanted, ...prices }
  if (packsText(before) === packsText(after)) return { after, isHeld }
  const item = { ...before, ...after }
  // What the edit lowers is assessed above.
  const below = (await belowCost(deps, item)).filter(({ field, toPaise }) => toPaise >= before[field])
  const field = after.itemidarray ? 'itemidarray' : 'id'
  const approved = await approveCosts(tx, { admin, item, below, at, field })
  return { after: { ...after, ...approved }, isHeld }
}

const packsText = ({ id, itemidarray, isApi, apiType }: ItemParts) =>
  [isApi, apiType, ...(itemidarray ?? [id])].join()

const optional = ['type', 'suggestedTask', 'itemidarray'] as const

async function write(tx: ClientSession, { _id, __v }: ItemDoc, after: ItemParts): Promise<void> {
  const gone = optional.filter((name) => after[name] === undefined)
  const { modifiedCount } = await ItemModel.updateOne(
    { _id, __v },
    {
      $set: after,
      $inc: { __v: 1 },
      ...(gone.length > 0 ? { $unset: Object.fromEntries(gone.map((name) => [name, 1])) } : {}),
    },
    { session: tx },
  )
  if (modifiedCount === 0) throw new AppError('item_changed')
}
