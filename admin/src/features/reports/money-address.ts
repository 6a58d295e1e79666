import { startOfIstDay, toInputDate } from '@jhatpat/shared/ui/format/ist-time.ts'

/** The periods of one click; `month` is the current one, `between` is typed. */
export const periods = [
  { id: 'today', label: 'Today', days: 1 },
  { id: '7', label: '7 days', days: 7 },
  { id: '30', label: '30 days', days: 30 },
  { id: '90', label: '90 days', days: 90 },
  { id: 'month', label: 'This month', days: undefined },
  { id: 'between', label: 'Custom dates', days: undefined },
] as const
export type PeriodId = (typeof periods)[number]['id']

/** State of the report in the address: a link or a reload shows the same days, product and order. */
export type MoneyAddress = {
  period: PeriodId
  /** Days in India, as `2026-11-21`; both inclusive. */
  from: string
  to: string
  productid: string
  customers: '' | 'users' | 'resellers'
  sort: SortKey
  way: 'ascending' | 'descending'
}

export const sortKeys = ['orders', 'sales', 'margin', 'share', 'refunded', 'onTime', 'median'] as const
export type SortKey = (typeof sortKeys)[number]

const dayMs = 86_400_000

/** Missing or invalid parameters mean the last seven days of everything. */
export function readMoneyAddress(params: URLSearchParams, nowMs: number): MoneyAddress {
  const period = periods.find(({ id }) => id === params.get('period'))?.id ?? '7'
  const customers = params.get('customers')
  const sort = params.get('sort') ?? ''
  return {
    period,
    ...dayRange(period, params, nowMs),
    productid: /^[A-Za-z0-9_-]{1,64}$/.exec(params.get('product') ?? '')?.[0] ?? '',
    customers: customers === 'users' || customers === 'resellers' ? customers : '',
    sort: sortKeys.find((key) => key === sort.replace('-', '')) ?? 'sales',
    way: sort && !sort.startsWith('-') ? 'ascending' : 'descending',
  }
}

function dayRange(period: PeriodId, params: URLSearchParams, nowMs: number): { from: string; to: string } {
  const today = toInputDate(nowMs)
  const back = (days: number) => toInputDate(nowMs - (days - 1) * dayMs)
  if (period === 'month') return { from: `${today.slice(0, 8)}01`, to: today }
  if (period === 'between') {
    const [from, to] = [dayIn(params.get('from')), dayIn(params.get('to'))]
    return { from: from ?? back(7), to: to ?? today }
  }
  return { from: back(periods.find(({ id }) => id === period)?.days ?? 7), to: today }
}

const dayIn = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && startOfIstDay(text) ? text : undefined
