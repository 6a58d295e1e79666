import type { ClientSession } from 'mongoose'
import { newReferenceStem } from '../../platform/ids.ts'
import type { ItemDoc } from '../catalogue/index.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import { newPriceChange } from './new-price-change.ts'
import { type IChangedPrice, type IPriceChange, PriceChangeModel } from './price-change-model.ts'
import {
  alertOfPrices,
  isOwnerNow,
  type PriceActor,
  readHighest,
  requireTyped,
  riskOf,
} from './price-risk.ts'

type ItemEdit = { before: ItemDoc; after: ItemDoc; now: Date }

const fields = ['discountedPaise', 'resellPaise'] as const

/**
 * Assesses the lowered prices of one item that is edited, in the edit's transaction. Unusual prices of an owner are
 * approved and mailed; those of others are held as a price set that an owner answers.
 * @returns what the item keeps instead of its edit, and whether prices are held
 */
export async function assessEdit(
  tx: ClientSession,
  deps: CostDeps,
  { actor, ...edit }: ItemEdit & { actor: PriceActor },
): Promise<{ prices: Partial<ItemDoc>; isHeld: boolean }> {
  const { before, now } = edit
  const unusual = await unusualPrices(tx, deps, edit)
  if (unusual.length === 0) return { prices: {}, isHeld: false }
  const isHeld = !(await isOwnerNow(tx, actor.userId))
  if (!isHeld) {
    requireTyped(actor, unusual)
    await alertOfPrices(tx, unusual, { by: actor.name, isHeld, at: now })
    return {
      prices: withApproved(
        before,
        unusual.filter(({ risk }) => risk === 'below_cost'),
      ),
      isHeld,
    }
  }
  if (!(await isHeldAlready(tx, unusual))) {
    const set = newPriceChange({ id: `JC${newReferenceStem(now)}`, actor, now, prices: unusual, reason: '' })
    await PriceChangeModel.insertMany([{ ...set, state: 'refused', pending: 'open', endedAt: now }], {
      session: tx,
    })
    await alertOfPrices(tx, unusual, { by: actor.name, isHeld, at: now })
  }
  const kept = unusual.map(({ field }) => [field, before[field]] as const)
  return { prices: Object.fromEntries(kept), isHeld }
}

async function unusualPrices(
  tx: ClientSession,
  deps: CostDeps,
  { before, after, now }: ItemEdit,
): Promise<(IChangedPrice & { risk: NonNullable<IChangedPrice['risk']> })[]> {
  const lowered = fields.filter((field) => after[field] < before[field])
  if (lowered.length === 0) return []
  const costPaise = (await readCosts(deps, [after]))(after)?.paise ?? null
  const highest = (await readHighest(tx, [before._id], now))(before._id, before)
  return lowered.flatMap((field) => {
    const [fromPaise, toPaise] = [before[field], after[field]]
    const risk = riskOf({ fromPaise, toPaise, costPaise, highestPaise: highest[field] })
    const price = { itemid: before._id, name: after.name, field, fromPaise, toPaise, actualPaise: null }
    return risk
      ? [{ ...price, result: 'pending' as const, costPaise, decidedCostPaise: costPaise, risk }]
      : []
  })
}

/** An item's approvals with those of newly approved prices: purchases at them are made without a person, see `lossOf`. */
export const withApproved = (
  { approvedPaise }: Pick<ItemDoc, 'approvedPaise'>,
  below: readonly Pick<BelowCost, 'field' | 'toPaise'>[],
): Pick<ItemDoc, 'approvedPaise'> =>
  below.length === 0
    ? {}
    : {
        approvedPaise: {
          ...approvedPaise,
          ...Object.fromEntries(below.map((one) => [one.field, one.toPaise])),
        },
      }

/** Asked for before, as by a second tap. */
async function isHeldAlready(tx: ClientSession, unusual: readonly IChangedPrice[]): Promise<boolean> {
  const open = await PriceChangeModel.find({ pending: 'open' }, { prices: 1 }, { session: tx })
    .sort({ applyAt: 1 })
    .lean<Pick<IPriceChange, 'prices'>[]>()
  const isSame = (one: IChangedPrice, other: IChangedPrice) =>
    one.result === 'pending' &&
    one.itemid === other.itemid &&
    one.field === other.field &&
    one.toPaise === other.toPaise
  return open.some(({ prices }) => unusual.every((price) => prices.some((one) => isSame(one, price))))
}

/** A price of an item that is below its known cost, both in paise. */
export type BelowCost = { field: (typeof fields)[number]; costPaise: number; toPaise: number }

export async function belowCost(deps: CostDeps, item: ItemDoc): Promise<BelowCost[]> {
  const costPaise = (await readCosts(deps, [item]))(item)?.paise ?? null
  if (costPaise === null) return []
  return fields.flatMap((field) =>
    item[field] < costPaise ? [{ field, costPaise, toPaise: item[field] }] : [],
  )
}
