import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { ungroupId } from '@jhatpat/shared/ui/format/ids.ts'
import { startOfIstDay } from '@jhatpat/shared/ui/format/ist-time.ts'

export const searchIn = ['Uid/Email', 'OrderId'] as const
export const orderStatusOptions = ['All', 'Created', 'Processing', 'Completed', 'Refunded'] as const

/** The filters of My Orders as they stand in the address; an empty text filters nothing. */
export type OrderFilters = {
  by: (typeof searchIn)[number]
  q: string
  status: string
  /** Days in India as yyyy-mm-dd; both ends belong to the range. */
  from: string
  to: string
}

export function readOrderFilters(params: URLSearchParams): OrderFilters {
  return {
    by: params.get('by') === 'OrderId' ? 'OrderId' : 'Uid/Email',
    q: params.get('q') ?? '',
    status: orderStatusOptions.find((option) => option === params.get('status')) ?? 'All',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
  }
}

export function filterOrders(orders: readonly Order[], filters: OrderFilters): Order[] {
  return orders.filter(
    (order) =>
      matchesText(order, filters) && matchesStatus(order, filters.status) && matchesDays(order, filters),
  )
}

export function isFiltered({ q, status, from, to }: OrderFilters): boolean {
  return q.trim() !== '' || status !== 'All' || from !== '' || to !== ''
}

function matchesText(order: Order, { by, q }: OrderFilters): boolean {
  const wanted = q.trim().toLowerCase()
  if (wanted === '') return true
  if (by === 'OrderId') return order.orderid.toLowerCase().includes(ungroupId(wanted).toLowerCase())
  return order.input1.toLowerCase().includes(wanted)
}

function matchesStatus(order: Order, status: string): boolean {
  return status === 'All' || order.status === status
}

const dayMs = 24 * 60 * 60_000

function matchesDays(order: Order, { from, to }: OrderFilters): boolean {
  const at = Date.parse(order.createdAt)
  const first = from ? startOfIstDay(from)?.getTime() : undefined
  const last = to ? startOfIstDay(to)?.getTime() : undefined
  return (first === undefined || at >= first) && (last === undefined || at < last + dayMs)
}
