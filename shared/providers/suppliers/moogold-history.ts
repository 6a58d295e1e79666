import { asDecimal, asId, asRecord, type VendorReply } from '../call-vendor.ts'
import { parseError, describeError } from './moogold-errors.ts'
import type { ListedOrder, OrderList } from './supplier.ts'

/** The most that one page may have. */
const limit = 100

/** Its days are those of its shop, two and a half hours ahead of India. */
export const historyFields = (day: string, page: number) => ({ start_date: day, end_date: day, page, limit })

const states: Readonly<Record<string, ListedOrder['state']>> = {
  completed: 'delivered',
  refunded: 'returned',
}

/** A page of the orders of a day; a word that we do not know is an order in hand. */
export function readHistory(reply: VendorReply, options: { secret: string }): OrderList {
  if (reply.kind !== 'json') return { kind: 'unavailable', message: reply.message }
  const error = parseError(reply.body, options)
  if (error) return { kind: 'unavailable', message: describeError(error) }
  const { orders } = asRecord(reply.body)
  if (!Array.isArray(orders)) return { kind: 'unavailable', message: 'The reply lists no orders.' }
  const listed = orders.map(asRecord).flatMap((one): ListedOrder[] => {
    const supplierOrderId = asId(one.order_id)
    if (supplierOrderId === '') return []
    const state = states[asId(one.status).toLowerCase()] ?? 'open'
    return [{ supplierOrderId, state, total: asDecimal(one.total) ?? '', unit: asId(one.currency) || 'USD' }]
  })
  return { kind: 'ok', orders: listed, hasMore: orders.length >= limit }
}
