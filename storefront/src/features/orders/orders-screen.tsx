import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { DayRange } from '../../lib/day-range.tsx'
import { FilterSelect } from '../../lib/filter-select.tsx'
import { FilteredList } from '../../lib/filtered-list.tsx'
import { MembersOnly } from '../../lib/members-only.tsx'
import { orderColumns, sampleOrder } from '../../lib/order-columns.tsx'
import { SearchFilter } from '../../lib/search-filter.tsx'
import { type ListPage, pageSize, useList } from '../../lib/use-list.ts'
import { useScrollRestoration } from '../../lib/use-scroll-restoration.ts'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import {
  isFiltered,
  type OrderFilters,
  orderStatusOptions,
  readOrderFilters,
  searchIn,
  wantedOrders,
} from './order-filters.ts'

export default function OrdersScreen() {
  return (
    <main className="shell list-page">
      <title>My Orders · Jhatpat</title>
      <MembersOnly>
        <MyOrders />
      </MembersOnly>
    </main>
  )
}

function MyOrders() {
  const { filters, page, change, clear, goTo } = useUrlFilters(readOrderFilters)
  const orders = useOrders(filters, page)
  useScrollRestoration(orders.data !== undefined)
  return (
    <>
      <h1 className="d1 page-h">My Orders</h1>
      <OrderFilterBar filters={filters} onChange={change} />
      <FilteredList
        list={orders}
        columns={orderColumns}
        rowKey={(order) => order.orderid}
        sample={sampleOrder}
        label="My Orders"
        className="orders"
        isFiltered={isFiltered(filters)}
        onClear={clear}
        onPage={goTo}
        rowNames={['order', 'orders']}
        noneFound="No orders found."
        whenFailed="Couldn’t load your orders. Your orders are safe."
        whenEmpty={<NoOrders />}
      />
    </>
  )
}

function NoOrders() {
  const action = (
    <ButtonLink href="/home" variant="accent">
      Browse games
    </ButtonLink>
  )
  return (
    <Empty spot="empty" title="No orders found." action={action}>
      Your orders will appear here.
    </Empty>
  )
}

type OrderFilterBarProps = { filters: OrderFilters; onChange: (change: Partial<OrderFilters>) => void }

export function OrderFilterBar({ filters, onChange }: OrderFilterBarProps) {
  return (
    <search className="filters">
      <div className="columns-2 grow">
        <Select
          bare
          label="Search by"
          options={searchIn}
          value={filters.by}
          onChange={(event) => onChange({ by: event.target.value as OrderFilters['by'] })}
        />
        <SearchFilter
          label={`Search by ${filters.by}`}
          placeholder="Order ID, UID or email"
          value={filters.q}
          onSearch={(q) => onChange({ q })}
        />
      </div>
      <FilterSelect
        label="Status"
        options={orderStatusOptions}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <DayRange label="Ordered" from={filters.from} to={filters.to} onChange={onChange} />
    </search>
  )
}

/** A page of the signed-in user's orders, newest first; polled while one of them can still change. */
export function useOrders(filters: OrderFilters, page: number): UseQueryResult<ListPage<Order>> {
  const query = wantedOrders(filters)
  return useList({
    name: 'orders',
    query,
    page,
    fetchPage: (call, userId, signal) =>
      Promise.all([
        call('orderList', { params: { userId }, query: { ...query, limit: pageSize, page }, signal }),
        call('orderCount', { params: { userId }, query, signal }),
      ]),
    isMoving: ({ status }) => isOpen(status),
  })
}
