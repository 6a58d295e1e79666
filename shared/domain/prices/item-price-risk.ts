import type { ClientSession } from 'mongoose'
import { newReferenceStem } from '../../platform/ids.ts'
import type { ItemDoc } from '../catalogue/index.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import { newSet } from './new-set.ts'
import {
  alertOfPrices,
  isOwnerNow,
  type PriceAuthor,
  readHighest,
  requireTyped,
  riskOf,
} from './price-risk.ts'
import { type IPriceSet, type ISetPrice, PriceSetModel } from './price-set-model.ts'

type ItemEdit = { before: ItemDoc; after: ItemDoc; now: Date }

const fields = ['discountedPaise', 'resellPaise'] as const

/**
 * Assesses the prices of one item that is edited, in the edit's transaction. Risky prices of an owner are approved and
 * mailed; of anyone else they are held as a price set that an owner answers.
 * @returns the prices to write, and whether some are held
 */
export async function assessEdit(
  session: ClientSession,
  deps: CostDeps,
  { author, ...edit }: ItemEdit & { author: PriceAuthor },
): Promise<{ prices: Partial<ItemDoc>; isHeld: boolean }> {
  const { before, after, now } = edit
  const risky = await riskyPrices(session, deps, edit)
  if (risky.length === 0) return { prices: {}, isHeld: false }
  const isHeld = !(await isOwnerNow(session, author.userId))
  if (!isHeld) {
    requireTyped(author, risky)
    await alertOfPrices(session, risky, { by: author.name, isHeld, at: now })
    return { prices: approved(before, risky), isHeld }
  }
  if (!(await isHeldAlready(session, risky))) {
    const set = newSet({ id: `JC${newReferenceStem(now)}`, author, now, prices: risky, why: '' })
    await PriceSetModel.insertMany([{ ...set, state: 'refused', held: 'open', endedAt: now }], { session })
    await alertOfPrices(session, risky, { by: author.name, isHeld, at: now })
  }
  const kept = risky.map(({ field }) => [field, before[field]] as const)
  return { prices: { ...after, ...Object.fromEntries(kept) }, isHeld }
}

async function riskyPrices(
  session: ClientSession,
  deps: CostDeps,
  { before, after, now }: ItemEdit,
): Promise<(ISetPrice & { risk: NonNullable<ISetPrice['risk']> })[]> {
  const lowered = fields.filter((field) => after[field] < before[field])
  if (lowered.length === 0) return []
  const costPaise = (await readCosts(deps, [after]))(after)?.paise ?? null
  const highest = (await readHighest(session, [before._id], now))(before._id, before)
  return lowered.flatMap((field) => {
    const [fromPaise, toPaise] = [before[field], after[field]]
    const risk = riskOf({ fromPaise, toPaise, costPaise, highestPaise: highest[field] })
    const price = { itemid: before._id, name: after.name, field, fromPaise, toPaise, foundPaise: null }
    return risk ? [{ ...price, result: 'held' as const, costPaise, endCostPaise: costPaise, risk }] : []
  })
}

/** The lowest that purchases may be made at without a person, see `lossOf`. */
const approved = (
  { approvedPaise }: ItemDoc,
  risky: readonly (ISetPrice & { risk: string })[],
): Pick<ItemDoc, 'approvedPaise'> => {
  const belowCost = risky.filter(({ risk }) => risk === 'below_cost')
  if (belowCost.length === 0) return {}
  const prices = Object.fromEntries(belowCost.map(({ field, toPaise }) => [field, toPaise]))
  return { approvedPaise: { ...approvedPaise, ...prices } }
}

/** Asked for before, as by a second tap. */
async function isHeldAlready(session: ClientSession, risky: readonly ISetPrice[]): Promise<boolean> {
  const open = await PriceSetModel.find({ held: 'open' }, { prices: 1 }, { session })
    .sort({ applyAt: 1 })
    .lean<Pick<IPriceSet, 'prices'>[]>()
  const isSame = (one: ISetPrice, other: ISetPrice) =>
    one.result === 'held' &&
    one.itemid === other.itemid &&
    one.field === other.field &&
    one.toPaise === other.toPaise
  return open.some(({ prices }) => risky.every((price) => prices.some((one) => isSame(one, price))))
}

/** The prices of an item that are below its known cost. */
export async function belowCost(
  deps: CostDeps,
  item: ItemDoc,
): Promise<{ field: (typeof fields)[number]; costPaise: number; toPaise: number }[]> {
  const costPaise = (await readCosts(deps, [item]))(item)?.paise ?? null
  if (costPaise === null) return []
  return fields.flatMap((field) =>
    item[field] < costPaise ? [{ field, costPaise, toPaise: item[field] }] : [],
  )
}
