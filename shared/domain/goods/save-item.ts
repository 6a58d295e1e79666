import type { ClientSession } from 'mongoose'
import type { AdminItem, ItemBody } from '../../contracts/admin-items.ts'
import { toPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import { takeNames } from '../../platform/names.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel, nextItemNumber, tellOfGoods } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { changedFacts, type ItemParts, itemFacts } from './goods-facts.ts'
import { adminItem } from './goods-views.ts'
import { itemName } from './item-name.ts'
import { itemParts, lacksPack, requirePack } from './item-parts.ts'

type SaveDeps = Pick<Deps, 'clock' | 'publisher'>

/** Creates an item under the next number, with its row in the log. Without a pack it begins out of stock. */
export async function createItemBy(deps: SaveDeps, admin: Author, body: ItemBody): Promise<AdminItem> {
  const parts = itemParts(body)
  const fields = lacksPack(parts) ? { ...parts, inStock: false } : parts
  for (let tries = 0; ; tries++) {
    const _id = (await nextItemNumber()) + tries
    try {
      const item = await inTransaction((session) =>
        insert(session, admin, { ...fields, _id, at: deps.clock.now() }),
      )
      tellOfGoods(deps, { itemids: [_id] })
      return item
    } catch (error) {
      // Another admin took the number between the look and the insert, or it was a deleted item's.
      if (!isDuplicateKey(error) || tries === 500) throw error
    }
  }
}

async function insert(
  session: ClientSession,
  admin: Author,
  { at, ...fields }: ItemParts & { _id: number; at: Date },
): Promise<AdminItem> {
  await takeNames(session, String(fields._id), [itemName(fields._id)])
  const [item] = await ItemModel.create([fields], { session })
  await writeAudit(session, admin, {
    ...{ at, act: 'item.create', target: auditTarget.item(fields._id), why: '' },
    ...{ before: {}, after: itemFacts(fields) },
  })
  return adminItem(item?.toObject() as ItemDoc, [])
}

type Seen = { itemid: number; seen?: number | undefined }

/** @throws AppError item_not_found, item_changed, item_without_pack */
export function editItemBy(
  deps: SaveDeps,
  admin: Author,
  { body, ...which }: Seen & { body: ItemBody },
): Promise<void> {
  return changeItem(deps, admin, { ...which, change: (before) => itemParts(body, before) })
}

type Terms = { price: number; resellPrice: number; itemInstock: boolean }

/**
 * Changes what an item costs, in rupees, and whether it is sold.
 * @param which `requirePrices` throws where the admin may not change prices
 * @throws as `editItemBy`
 */
export function updateItemBy(
  deps: SaveDeps,
  admin: Author,
  { terms, requirePrices, ...which }: Seen & { terms: Terms; requirePrices: () => void },
): Promise<void> {
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
  admin: Author,
  { itemid, seen, change }: ItemChange,
): Promise<void> {
  const isChanged = await inTransaction(async (session) => {
    const before = await ItemModel.findById(itemid, null, { session }).lean<ItemDoc | null>()
    if (!before) throw new AppError('item_not_found')
    if (seen !== undefined && seen !== before.__v) throw new AppError('item_changed')
    const after = change(before)
    requirePack(after)
    const facts = changedFacts(itemFacts(before), itemFacts(after))
    if (!facts) return false
    await write(session, before, after)
    const named = { at: deps.clock.now(), target: auditTarget.item(itemid), why: '' }
    await writeAudit(session, admin, { ...named, act: 'item.update', ...facts })
    return true
  })
  if (isChanged) tellOfGoods(deps, { itemids: [itemid] })
}

const optional = ['type', 'suggestedTask', 'itemidarray'] as const

async function write(session: ClientSession, { _id, __v }: ItemDoc, after: ItemParts): Promise<void> {
  const gone = optional.filter((name) => after[name] === undefined)
  const { modifiedCount } = await ItemModel.updateOne(
    { _id, __v },
    {
      $set: after,
      $inc: { __v: 1 },
      ...(gone.length > 0 ? { $unset: Object.fromEntries(gone.map((name) => [name, 1])) } : {}),
    },
    { session },
  )
  if (modifiedCount === 0) throw new AppError('item_changed')
}
