import { type SupplierName, supplierNameFor } from '../../contracts/api-types.ts'
import type { CostUnit } from '../../providers/suppliers/supplier.ts'
import type { IItem } from '../catalogue/index.ts'
import { costOfPack, costUnitOf } from './cost-rules.ts'
import { type ISupplierPack, packId, SupplierPackModel } from './pack-model.ts'

export type PackSet = { account: SupplierName; supplierItemIds: readonly string[] }

/** Where an item's packs are bought; undefined for what a person delivers, and where nobody has said which they are. */
export function packsOf({
  isApi,
  apiType,
  id,
  itemidarray,
}: Pick<IItem, 'isApi' | 'apiType' | 'id' | 'itemidarray'>): PackSet | undefined {
  const account = isApi ? supplierNameFor(apiType) : undefined
  const supplierItemIds = itemidarray?.length ? itemidarray : [id].filter(Boolean)
  return account && supplierItemIds.length > 0 ? { account, supplierItemIds } : undefined
}

/** What packs cost together, in the unit of the account's balance, and when their list was read. */
export type PackSetCost = {
  amount: number
  unit: CostUnit
  syncedAt: Date
}

/**
 * Reads the stored packs once, and answers what some of them cost together; undefined where one was never listed, or its
 * coins are not known yet.
 */
export async function readPackCosts(
  sets: readonly PackSet[],
): Promise<(set: PackSet) => PackSetCost | undefined> {
  const ids = [...new Set(sets.flatMap(idsOf))]
  const listed = await SupplierPackModel.find({ _id: { $in: ids } }).lean<ISupplierPack[]>()
  const byId = new Map(listed.map((pack) => [pack._id, pack]))
  return (set) => {
    const packs = idsOf(set).flatMap((id) => byId.get(id) ?? [])
    const [first] = packs
    const costs = packs.map((pack) => costOfPack(pack))
    if (!first || packs.length < idsOf(set).length || costs.includes('')) return undefined
    const amount = costs.reduce((sum, cost) => sum + Number(cost), 0)
    const syncedAt = new Date(Math.min(...packs.map((pack) => pack.syncedAt.getTime())))
    return { amount: Math.round(amount * 10_000) / 10_000, unit: costUnitOf(first), syncedAt }
  }
}

const idsOf = ({ account, supplierItemIds }: PackSet) => supplierItemIds.map((id) => packId(account, id))
