import type { ClientSession } from 'mongoose'
import { newReferenceStem } from '../../platform/ids.ts'
import type { ItemDoc } from '../catalogue/index.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import { newPriceChange } from './new-price-change.ts'
import { type IChangedPrice, type IPriceChange, PriceChangeModel } from './price-change-model.ts'
import {
  alertOwnersOfPrices,
  highestPrices,
  isOwnerNow,
  type PriceActor,
  requireConfirmed,
  riskOf,
} from './price-risk.ts'

type ItemEdit = { before: ItemDoc; after: ItemDoc; now: Date }

const fields = ['discountedPaise', 'resellPaise'] as const

/**
 * Assesses the lowered prices of an edited item, in the edit's transaction. Unusual prices set by an owner are
 * approved, and the owners are alerted; those set by others become a price change that is pending approval.
 * @returns the prices to write instead of the edited ones, and whether prices are pending approval
 */
export async function assessEdit(
  tx: ClientSession,
  deps: CostDeps,
  { actor, ...edit }: ItemEdit & { actor: PriceActor },
): Promise<{ prices: Partial<ItemDoc>; isPending: boolean }> {
  const { before, now } = edit
  const unusual = await unusualPrices(tx, deps, edit)
  if (unusual.length === 0) return { prices: {}, isPending: false }
  const isPending = !(await isOwnerNow(tx, actor.userId))
  if (!isPending) {
    requireConfirmed(actor, unusual)
    await alertOwnersOfPrices(tx, unusual, { by: actor.name, isPending, at: now })
    return {
      prices: withApproved(
        before,
        unusual.filter(({ risk }) => risk === 'below_cost'),
      ),
      isPending,
    }
  }
  if (!(await isPendingAlready(tx, unusual))) {
    const priceChange = newPriceChange({
      id: `JC${newReferenceStem(now)}`,
      actor,
      now,
      prices: unusual,
      reason: '',
    })
    await PriceChangeModel.insertMany([{ ...priceChange, state: 'refused', pending: 'open', endedAt: now }], {
      session: tx,
    })
    await alertOwnersOfPrices(tx, unusual, { by: actor.name, isPending, at: now })
  }
  const unchanged = unusual.map(({ field }) => [field, before[field]] as const)
  return { prices: Object.fromEntries(unchanged), isPending }
}

async function unusualPrices(
  tx: ClientSession,
  deps: CostDeps,
  { before, after, now }: ItemEdit,
): Promise<(IChangedPrice & { risk: NonNullable<IChangedPrice['risk']> })[]> {
  const lowered = fields.filter((field) => after[field] < before[field])
  if (lowered.length === 0) return []
  const costPaise = (await readCosts(deps, [after]))(after)?.paise ?? null
  const highest = (await highestPrices(tx, [before._id], now))(before._id, before)
  return lowered.flatMap((field) => {
    const [fromPaise, toPaise] = [before[field], after[field]]
    const risk = riskOf({ fromPaise, toPaise, costPaise, highestPaise: highest[field] })
    const price = { itemid: before._id, name: after.name, field, fromPaise, toPaise, actualPaise: null }
    return risk
      ? [{ ...price, result: 'pending' as const, costPaise, decidedCostPaise: costPaise, risk }]
      : []
  })
}

/**
 * An item's approved prices, with newly approved ones added: purchases at these prices need no further approval, see
 * `lossOf`.
 */
export const withApproved = (
  { approvedPaise }: Pick<ItemDoc, 'approvedPaise'>,
  below: readonly Pick<BelowCost, 'field' | 'toPaise'>[],
): Pick<ItemDoc, 'approvedPaise'> =>
  below.length === 0
    ? {}
    : {
        approvedPaise: {
          ...approvedPaise,
          ...Object.fromEntries(below.map((price) => [price.field, price.toPaise])),
        },
      }

/** Whether the same prices are pending approval already, for example after a double click. */
async function isPendingAlready(tx: ClientSession, unusual: readonly IChangedPrice[]): Promise<boolean> {
  const open = await PriceChangeModel.find({ pending: 'open' }, { prices: 1 }, { session: tx })
    .sort({ applyAt: 1 })
    .lean<Pick<IPriceChange, 'prices'>[]>()
  const isSamePrice = (a: IChangedPrice, b: IChangedPrice) =>
    a.result === 'pending' && a.itemid === b.itemid && a.field === b.field && a.toPaise === b.toPaise
  return open.some(({ prices }) =>
    unusual.every((price) => prices.some((other) => isSamePrice(other, price))),
  )
}

/** A price of an item below its known cost; both in paise. */
export type BelowCost = { field: (typeof fields)[number]; costPaise: number; toPaise: number }

export async function belowCost(deps: CostDeps, item: ItemDoc): Promise<BelowCost[]> {
  const costPaise = (await readCosts(deps, [item]))(item)?.paise ?? null
  if (costPaise === null) return []
  return fields.flatMap((field) =>
    item[field] < costPaise ? [{ field, costPaise, toPaise: item[field] }] : [],
  )
}
