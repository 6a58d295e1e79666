import { type SupplierName, supplierNameFor } from '../../../contracts/api-types.ts'
import type { Deps } from '../../deps.ts'
import { boardIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'

/**
 * Units of a supplier that were sent to one account and have no known result, with the time of the last one.
 */
export type UnitsOfAccount = {
  supplier: SupplierName
  accountId: string
  units: number
  lastSentAt: Date | null
}

/** More orders than this are not read: they wait for admins anyway. */
const maxRead = 1_000

type Waiting = Pick<OrderDoc, '_id' | 'item' | 'units'>

/** Units that wait for an admin's decision, by the account that they were sent to. */
export async function unitsOfAccounts(): Promise<UnitsOfAccount[]> {
  const orders = await OrderModel.find(
    { status: 'Processing', 'pendingReason.needsAction': true, 'pendingReason.kind': 'outcome_unknown' },
    { 'item.apiType': 1, 'units.state': 1, 'units.accountId': 1, 'units.sentAt': 1 },
  )
    .limit(maxRead)
    .hint(boardIndex)
    .lean<Waiting[]>()
  const found = new Map<string, UnitsOfAccount>()
  for (const { item, units } of orders) {
    const supplier = supplierNameFor(item.apiType)
    if (!supplier) continue
    for (const { accountId, sentAt } of units.filter(({ state }) => state === 'unknown')) {
      const key = `${supplier} ${accountId}`
      const known = found.get(key) ?? { supplier, accountId, units: 0, lastSentAt: null }
      const lastSentAt = later(known.lastSentAt, sentAt)
      found.set(key, { ...known, units: known.units + 1, lastSentAt })
    }
  }
  return [...found.values()]
}

const later = (one: Date | null, other: Date | null) => (one && (!other || one > other) ? one : other)

/** For each supplier, the number of those units that were sent to an account that is no longer configured. */
export async function unitsOfEarlierAccounts({
  suppliers,
}: Pick<Deps, 'suppliers'>): Promise<Map<SupplierName, number>> {
  const counts = new Map<SupplierName, number>()
  for (const { supplier, accountId, units } of await unitsOfAccounts()) {
    if (suppliers.accountOf(suppliers.byName[supplier], accountId)) continue
    counts.set(supplier, (counts.get(supplier) ?? 0) + units)
  }
  return counts
}
