import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import type { Supplier } from '@jhatpat/shared/providers/suppliers/supplier.ts'
import type { Change } from '../replay-oplog.ts'

/**
 * A purchase that a supplier took after the restored moment. `id`: our unit, or the supplier's order, then with
 * `account`.
 */
export type LatePurchase = {
  account: string
  id: string
  /** The supplier's orders for it, as far as the lost shop had recorded them. */
  supplierOrderIds: string[]
  source: 'supplier' | 'tail'
}

export type PurchaseReview = {
  /** Of units that are here, and count as unsent: found by asking the supplier, or decided by a person. */
  known: LatePurchase[]
  unknown: LatePurchase[]
}

/**
 * The purchases after the restored moment.
 * @param missing gets what suppliers did not answer
 */
export async function reviewPurchases(
  deps: Pick<Deps, 'clock' | 'suppliers'>,
  { restoredTo, tail }: { restoredTo: Date; tail: readonly LatePurchase[] },
  missing: Set<string>,
): Promise<PurchaseReview> {
  const units = await unitsHere(tail.map(({ id }) => id))
  const known = tail.filter(({ id }) => units.has(id))
  const named = new Set(tail.flatMap(({ supplierOrderIds }) => supplierOrderIds))
  const listed = await listedBySuppliers(deps, restoredTo, missing)
  return {
    known,
    unknown: [...tail.filter(({ id }) => !units.has(id)), ...listed.filter(({ id }) => !named.has(id))],
  }
}

type UnitFields = { state?: unknown; supplierOrderId?: unknown }

/**
 * Units that a supplier delivered or accepted, by what MongoDB recorded of an order's change: `diff.sunits` has changed
 * units (`s0`) and replaced ones (`u0`), `diff.u.units` a replaced list.
 */
export function purchasesIn({ op, collection, o, o2 }: Change): LatePurchase[] {
  if (op !== 'u' || collection !== OrderModel.collection.collectionName) return []
  const whole = Object.entries((o.diff?.u?.units ?? []) as UnitFields[])
  const parts = Object.entries((o.diff?.sunits ?? {}) as Record<string, Record<string, UnitFields>>)
  const changed = parts.flatMap(([key, value]): [string, UnitFields][] => {
    const [, kind, index] = /^([su])(\d+)$/.exec(key) ?? []
    if (index === undefined) return []
    return [[index, kind === 'u' ? (value as UnitFields) : { ...value.i, ...value.u }]]
  })
  return [...whole, ...changed]
    .filter(([, { state, supplierOrderId = '' }]) => state === 'delivered' || supplierOrderId !== '')
    .map(([index, { supplierOrderId = '' }]) => ({
      account: '',
      id: `${o2?._id}-${Number(index) + 1}`,
      supplierOrderIds: supplierOrderId === '' ? [] : [String(supplierOrderId)],
      source: 'tail' as const,
    }))
}

async function unitsHere(refs: readonly string[]): Promise<Set<string>> {
  const orderOf = (ref: string) => ref.replace(/-\d+$/, '')
  const orders = await OrderModel.find({ _id: { $in: refs.map(orderOf) } }, { _id: 1 }).lean<
    { _id: string }[]
  >()
  const ids = new Set(orders.map(({ _id }) => _id))
  return new Set(refs.filter((ref) => ids.has(orderOf(ref))))
}

const maxPages = 100

/** Orders that suppliers with a list have since the day of the restored moment, and that no unit here names. */
async function listedBySuppliers(
  { suppliers, clock }: Pick<Deps, 'clock' | 'suppliers'>,
  restoredTo: Date,
  missing: Set<string>,
): Promise<LatePurchase[]> {
  const unknown: LatePurchase[] = []
  for (const account of supplierNames) {
    for (const day of daysFrom(restoredTo, clock.now())) {
      const taken = await takenOnDay(suppliers.byName[account], day)
      if (taken.missing) missing.add(`${account}: ${taken.missing}`)
      const here = await supplierOrdersHere(taken.ids)
      for (const id of taken.ids.filter((one) => !here.has(one)))
        unknown.push({ account, id, supplierOrderIds: [id], source: 'supplier' })
    }
  }
  return unknown
}

/**
 * The supplier's ids of the orders that it took on a day; none where it has no list.
 * @returns `missing`: why there may be more; '' when these are all
 */
export async function takenOnDay(
  supplier: Pick<Supplier, 'listOrders'>,
  day: string,
): Promise<{ ids: string[]; missing: string }> {
  const ids: string[] = []
  if (!supplier.listOrders) return { ids, missing: '' }
  for (let page = 1; page <= maxPages; page += 1) {
    const list = await supplier.listOrders(day, page)
    if (list.kind === 'unavailable') return { ids, missing: 'it did not answer' }
    ids.push(...list.orders.filter(({ state }) => state !== 'returned').map((one) => one.supplierOrderId))
    if (!list.hasMore) return { ids, missing: '' }
  }
  return { ids, missing: `its list of ${day} has more than ${maxPages} pages` }
}

/** Days by their date; a supplier's clock may be a day ahead or behind. */
function daysFrom(from: Date, to: Date): string[] {
  const dayMs = 86_400_000
  const days: string[] = []
  for (let at = from.getTime() - dayMs; at <= to.getTime() + dayMs; at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

async function supplierOrdersHere(ids: readonly string[]): Promise<Set<string>> {
  const orders = await OrderModel.find({ 'units.supplierOrderId': { $in: ids, $gt: '' } }, { units: 1 }).lean<
    { units: { supplierOrderId: string }[] }[]
  >()
  return new Set(orders.flatMap(({ units }) => units.map(({ supplierOrderId }) => supplierOrderId)))
}
