import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
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
      <title>{t('My Orders · Jhatpat')}</title>
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
      <h1 className="d1 page-h">{t('My Orders')}</h1>
      <OrderFilterBar filters={filters} onChange={change} />
      <FilteredList
        list={orders}
        columns={orderColumns()}
        rowKey={(order) => order.orderid}
        sample={sampleOrder}
        label={t('My Orders')}
        className="orders"
        isFiltered={isFiltered(filters)}
        onClear={clear}
        onPage={goTo}
        rowNames={[t('order'), t('orders')]}
        noneFound={t('No orders found.')}
        whenFailed={t('Couldn’t load your orders. Your orders are safe.')}
        whenEmpty={<NoOrders />}
      />
    </>
  )
}

function NoOrders() {
  const action = (
    <ButtonLink href="/home" variant="accent">
      {t('Browse games')}
    </ButtonLink>
  )
  return (
    <Empty spot="empty" title={t('No orders found.')} action={action}>
      {t('Your orders will appear here.')}
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
          label={t('Search by')}
          options={searchIn.map((value) => ({ value, label: t(value) }))}
          value={filters.by}
          onChange={(event) => onChange({ by: event.target.value as OrderFilters['by'] })}
        />
        <SearchFilter
          label={t('Search by {what}', { what: t(filters.by) })}
          placeholder={t('Order ID, UID or email')}
          value={filters.q}
          onSearch={(q) => onChange({ q })}
        />
      </div>
      <FilterSelect
        label={t('Status')}
        options={orderStatusOptions}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <DayRange label={t('Order date')} from={filters.from} to={filters.to} onChange={onChange} />
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
