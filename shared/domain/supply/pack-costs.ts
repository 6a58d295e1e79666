import { type SupplierName, supplierNameFor } from '../../contracts/api-types.ts'
import type { IItem } from '../catalogue/index.ts'
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

/** Decimal amount in the supplier's own unit, and when its list was read. */
export type ListCost = { amount: number; unit: string; syncedAt: Date }

/** Reads the stored price lists once, and answers what packs cost together; undefined where one was never listed. */
export async function readListCosts(
  sets: readonly PackSet[],
): Promise<(set: PackSet) => ListCost | undefined> {
  const ids = [...new Set(sets.flatMap(idsOf))]
  const listed = await SupplierPackModel.find({ _id: { $in: ids } }).lean<ISupplierPack[]>()
  const byId = new Map(listed.map((pack) => [pack._id, pack]))
  return (set) => {
    const packs = idsOf(set).map((id) => byId.get(id))
    const [first] = packs
    if (!first || packs.some((pack) => pack?.unit !== first.unit)) return undefined
    const amount = packs.reduce((sum, pack) => sum + Number(pack?.price), 0)
    const syncedAt = new Date(Math.min(...packs.map((pack) => pack?.syncedAt.getTime() ?? 0)))
    return { amount: Math.round(amount * 10_000) / 10_000, unit: first.unit, syncedAt }
  }
}

const idsOf = ({ account, supplierItemIds }: PackSet) => supplierItemIds.map((id) => packId(account, id))
