import type { ClientSession } from 'mongoose'
import { supplierNameFor } from '../../../contracts/api-types.ts'
import { snapshotOptions } from '../../../platform/snapshot.ts'
import { inconsistentOrders, type OrderDoc, OrderModel, readOrderMoney } from '../../orders/index.ts'
import { brokenRules, type Violation } from './order-rules.ts'

/**
 * Rules that orders break: their own, those of the money they moved, and that no unit of another order at the same
 * account is the same supplier order.
 * @param orders read in the same session, so that money and orders share one snapshot
 */
export async function findViolations(
  snapshot: ClientSession,
  orders: readonly OrderDoc[],
): Promise<Violation[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ _id }) => _id)
  const contradictory = await inconsistentOrders(snapshot, ids.length, { _id: { $in: ids } })
  return [
    ...orders.flatMap((order) => brokenRules(order).map((message) => ({ orderid: order._id, message }))),
    ...contradictory.map((orderid) => ({
      orderid,
      message: 'Its status, its units and its money contradict each other.',
    })),
    ...(await differingMoney(snapshot, ids)),
    ...(await sharedAtSupplier(snapshot, orders)),
  ]
}

/** Differences between the money that orders require and the ledger's entries for them. */
async function differingMoney(snapshot: ClientSession, ids: readonly string[]): Promise<Violation[]> {
  const { expected, found } = await readOrderMoney(snapshot, ids)
  const [due, posted] = [expected, found].map(
    (list) => new Map(list.map(({ cause, paise }) => [cause, paise])),
  ) as [Map<string, number>, Map<string, number>]
  return [...new Set([...due.keys(), ...posted.keys()])].flatMap((cause) => {
    const [expectedPaise, ledgerPaise] = [due.get(cause) ?? 0, posted.get(cause) ?? 0]
    const orderid = ids.find((id) => cause.includes(id))
    if (expectedPaise === ledgerPaise || !orderid) return []
    return [
      {
        orderid,
        message: `The ledger has ${ledgerPaise} paise for ${cause}; the order says ${expectedPaise}.`,
      },
    ]
  })
}

type Sold = Pick<OrderDoc, '_id' | 'item' | 'units'>

/** Units of two orders with the same supplier order: one of the two was not bought. */
async function sharedAtSupplier(snapshot: ClientSession, orders: readonly Sold[]): Promise<Violation[]> {
  const ids = orders.flatMap((order) => keysOf(order).map(({ id }) => id))
  const others = await OrderModel.find(
    // `$gt` repeats the condition of the partial index.
    { 'units.supplierOrderId': { $in: ids, $gt: '' } },
    { 'item.apiType': 1, 'units.supplierOrderId': 1 },
    snapshotOptions(snapshot),
  ).lean<Sold[]>()
  const ofKey = new Map<string, Set<string>>()
  for (const other of others) {
    for (const { key } of keysOf(other)) ofKey.set(key, (ofKey.get(key) ?? new Set()).add(other._id))
  }
  return orders.flatMap((order) =>
    keysOf(order).flatMap(({ key, id }) => {
      const [other] = [...(ofKey.get(key) ?? [])].filter((orderid) => orderid !== order._id)
      return other
        ? [{ orderid: order._id, message: `The supplier’s order ${id} is also that of ${other}.` }]
        : []
    }),
  )
}

/** Keyed by account, since two suppliers may use the same number. */
const keysOf = ({ item, units }: Sold) =>
  units
    .filter(({ supplierOrderId }) => supplierOrderId !== '')
    .map(({ supplierOrderId: id }) => ({ id, key: `${supplierNameFor(item.apiType)} ${id}` }))
