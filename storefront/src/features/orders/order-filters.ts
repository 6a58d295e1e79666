import { startOfIstDay } from '@jhatpat/shared/ui/format/ist-time.ts'

export const searchIn = ['Uid/Email', 'OrderId'] as const
export const orderStatusOptions = ['All', 'Created', 'Processing', 'Completed', 'Refunded'] as const

/** The filters of My Orders as in the address; an empty text filters nothing. */
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
    q: (params.get('q') ?? '').slice(0, 100),
    status: orderStatusOptions.find((option) => option === params.get('status')) ?? 'All',
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  }
}

export function isFiltered({ q, status, from, to }: OrderFilters): boolean {
  return q.trim() !== '' || status !== 'All' || from !== '' || to !== ''
}

/** The query for the server. */
export function wantedOrders({ by, q, status, from, to }: OrderFilters) {
  const one = orderStatusOptions.find((option) => option === status && option !== 'All')
  return {
    ...(q.trim() ? { by, q } : {}),
    ...(one && one !== 'All' ? { status: one } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

function dayOf(text: string | null): string {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) && startOfIstDay(text) ? text : ''
}
