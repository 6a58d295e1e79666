import { type SupplierName, supplierNames } from '../../contracts/api-types.ts'
import type { ListedOrder } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { isCancelledRedelivery, type OrderDoc, OrderModel, withPaidPrice } from '../orders/index.ts'
import { maxReschedules, type PartResult } from './compare-gateway-payments.ts'
import type { Finding } from './reconciliation-model.ts'

type ComparedOrder = Pick<
  OrderDoc,
  '_id' | 'status' | 'pricePaise' | 'partlyRefundedPaise' | 'redeliveryOf'
> & {
  units: Pick<OrderDoc['units'][number], 'supplierOrderId' | 'state'>[]
}

/** More pages than a day can have. */
const maxPages = 200

/**
 * Reads the next page of a supplier's order list of a day and compares it with our orders. `cursor` holds the account,
 * the page, and the first order of the previous page. An unanswered page is rescheduled a few times; after that, or if
 * the pages do not end, the list counts as not read.
 */
export async function readSupplierOrders(
  { suppliers, log }: Pick<Deps, 'suppliers' | 'log'>,
  { day, cursor, tries = 0 }: { day: string; cursor: string; tries?: number },
): Promise<PartResult> {
  const listing = supplierNames.filter((name) => suppliers.byName[name].listOrders)
  const [first] = listing
  const [name = first, page = '1', ...rest] = cursor ? (cursor.split('.') as [SupplierName, ...string[]]) : []
  const next = name && listing[listing.indexOf(name) + 1]
  const nextAccount = next ? `${next}.1` : undefined
  const answer = name && (await suppliers.byName[name].listOrders?.(day, Number(page)))
  if (!name || !answer) return { found: [], counts: {}, cursor: undefined }
  if (answer.kind !== 'ok') {
    log.warn({ account: name, day, err: answer.message }, 'a supplier’s list of orders was not read')
    if (tries < maxReschedules)
      return { found: [], counts: {}, cursor, isRescheduled: true, tries: tries + 1 }
    return { found: [], counts: {}, cursor: nextAccount, unreadSupplier: name }
  }
  const found = await compareOrders(name, answer.orders)
  if (!answer.hasMore) return { found, counts: {}, cursor: nextAccount }
  const firstId = answer.orders[0]?.supplierOrderId ?? ''
  if (firstId === rest.join('.') || Number(page) >= maxPages) {
    log.error({ account: name, day, page }, 'a supplier’s list of orders has no end, and was read no further')
    return { found, counts: {}, cursor: nextAccount, unreadSupplier: name }
  }
  return { found, counts: {}, cursor: `${name}.${Number(page) + 1}.${firstId}` }
}

async function compareOrders(account: SupplierName, listed: readonly ListedOrder[]): Promise<Finding[]> {
  // `$gt` repeats the index's own condition.
  const ids = { $in: listed.map(({ supplierOrderId }) => supplierOrderId), $gt: '' }
  const orders = await OrderModel.find({ 'units.supplierOrderId': ids })
    .select('status pricePaise partlyRefundedPaise redeliveryOf units.supplierOrderId units.state')
    .lean<ComparedOrder[]>()
    .then((orders) => Promise.all(orders.map(withPaidPrice)))
  return listed.flatMap((listedOrder) => {
    const order = orders.find(({ units }) =>
      units.some((unit) => unit.supplierOrderId === listedOrder.supplierOrderId),
    )
    return order ? compareOrder(account, listedOrder, order) : unknownOrderFinding(account, listedOrder)
  })
}

function unknownOrderFinding(
  account: SupplierName,
  { supplierOrderId, state, total, unit }: ListedOrder,
): Finding[] {
  if (state === 'returned') return []
  return [
    {
      kind: 'bought_without_end',
      ref: `${account}.${supplierOrderId}`,
      of: 'supplier',
      amountPaise: null,
      external: `${account}: ${state}, ${total} ${unit}`,
      internal: 'No order of ours has it',
    },
  ]
}

function compareOrder(account: SupplierName, listedOrder: ListedOrder, order: ComparedOrder): Finding[] {
  const unit = order.units.find(({ supplierOrderId }) => supplierOrderId === listedOrder.supplierOrderId)
  const about = {
    ref: order._id,
    of: 'order' as const,
    about: `${account}.${listedOrder.supplierOrderId}`,
    external: `${account}: ${listedOrder.state}`,
  }
  if (listedOrder.state === 'returned' && order.status === 'Completed' && unit?.state === 'delivered') {
    return [
      {
        ...about,
        kind: 'no_proof_of_delivery',
        internal: 'Completed, delivered',
        amountPaise: order.pricePaise,
      },
    ]
  }
  const isRefunded = order.status === 'Refunded' || isCancelledRedelivery(order)
  if (listedOrder.state === 'delivered' && isRefunded && unit?.state !== 'delivered') {
    const amountPaise = order.pricePaise - order.partlyRefundedPaise
    return [{ ...about, kind: 'bought_without_end', internal: order.status, amountPaise }]
  }
  return []
}
