import { AppError } from '../../platform/app-error.ts'
import { readTogether } from '../../platform/read-together.ts'
import type { SupplierDelivery } from '../../providers/suppliers/registry.ts'
import type { FoundPlayer } from '../../providers/suppliers/supplier.ts'
import { raiseAlarm } from '../alarms/index.ts'
import type { Deps } from '../deps.ts'
import type { IUnit } from '../fulfilment/index.ts'
import { costOfPack, isProven } from './cost-rules.ts'
import { matchFields } from './match-fields.ts'
import { type ISupplierPack, packId, SupplierPackModel } from './pack-model.ts'

type Factors = Pick<FoundPlayer, 'priceFactor' | 'packFactors'>

/** On which terms a supplier sells an item's packs now. */
export type PackTerms = {
  account: string
  /** The names of the account's fields in the order of our inputs; empty: the known ones. */
  fields: string[]
  packs: ReadonlyMap<string, ISupplierPack>
}

type PackDeps = Pick<Deps, 'clock' | 'log'>

const readPack = readTogether(async (ids: string[]) => {
  const packs = await SupplierPackModel.find({ _id: { $in: ids } }).lean<ISupplierPack[]>()
  return new Map(packs.map((pack) => [pack._id, pack]))
})

/**
 * Looks packs up in the stored price list. What was never listed has no price and keeps the known field names.
 * @throws supplier_fields_changed when our inputs can't fill what the supplier now asks for
 */
export async function packTerms(
  deps: PackDeps,
  delivery: SupplierDelivery,
  supplierItemIds: readonly string[],
): Promise<PackTerms> {
  const account = delivery.supplier.name
  const ids = supplierItemIds.map((id) => packId(account, id))
  const listed = (await Promise.all([...new Set(ids)].map(readPack))).filter((pack) => pack !== undefined)
  const matches = listed.map((pack) => ({ pack, fields: matchFields(delivery.knownFields, pack.fields) }))
  const changed = matches.find(({ fields }) => fields === undefined)
  if (changed) {
    const { name, supplierItemId, fields } = changed.pack
    const detail = `asks for ${fields.join(', ')}`
    await raiseAlarm(deps, { kind: 'fields_changed', account, supplierItemId, name, detail })
    throw new AppError('supplier_fields_changed', { field: 'itemid' })
  }
  return {
    account,
    fields: matches[0]?.fields ?? [],
    packs: new Map(listed.map((pack) => [pack.supplierItemId, pack])),
  }
}

type PriceDeps = PackDeps & Pick<Deps, 'env'>

/**
 * Stops the sale of what the supplier would charge more for than its list says, within a limit.
 * @throws price_changed_at_supplier
 */
export async function requireListPrice(
  deps: PriceDeps,
  terms: PackTerms,
  { supplierItemIds, factors }: { supplierItemIds: readonly string[]; factors: Factors },
): Promise<void> {
  const dear = supplierItemIds.find((id) => factorOf(factors, id) > deps.env.SUPPLIER_PRICE_FACTOR_MAX)
  if (dear === undefined) return
  const factor = factorOf(factors, dear)
  const marginLost = Math.round((factor - 1) * 1_000) / 10
  await raiseAlarm(deps, {
    ...{ kind: 'price_changed', account: terms.account, supplierItemId: dear, marginLost },
    name: terms.packs.get(dear)?.name ?? '',
    detail: `costs ${factor} times its list price`,
  })
  throw new AppError('price_changed_at_supplier', { field: 'itemid' })
}

/** What a pack costs as is known now, and the supplier's factor in it. */
export function costOf(
  terms: PackTerms,
  supplierItemId: string,
  factors?: Factors,
): Pick<IUnit, 'cost' | 'factor' | 'isCostOpen'> {
  const pack = terms.packs.get(supplierItemId)
  const factor = factors ? factorOf(factors, supplierItemId) : 1
  return { cost: pack ? costOfPack(pack, factor) : '', factor, isCostOpen: !pack || !isProven(pack) }
}

const factorOf = ({ priceFactor, packFactors }: Factors, supplierItemId: string) =>
  packFactors[supplierItemId] ?? priceFactor
