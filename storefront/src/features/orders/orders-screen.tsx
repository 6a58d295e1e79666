import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { FilteredList } from '../../lib/filtered-list.tsx'
import { MembersOnly } from '../../lib/members-only.tsx'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { filterOrders, isFiltered, readOrderFilters } from './order-filters.ts'
import { useOrders } from './use-orders.ts'

export default function OrdersScreen() {
  return (
    <main className="shell">
      <title>My Orders · Jhatpat</title>
      <MembersOnly>
        <MyOrders />
      </MembersOnly>
    </main>
  )
}

function MyOrders() {
  const orders = useOrders()
  const { filters, change, clear } = useUrlFilters(readOrderFilters)
  return (
    <>
      <h1 className="d1 page-h">My Orders</h1>
      <OrderFilterBar filters={filters} onChange={change} />
      <FilteredList
        list={orders}
        filter={(all) => filterOrders(all, filters)}
        isFiltered={isFiltered(filters)}
        onClear={clear}
        rowsName="orders"
        noneFound="No orders found."
        whenFailed="Your orders are kept; they could not be fetched just now."
        whenEmpty={<NoOrders />}
      >
        {(rows) => (
          <DataTable
            label="My Orders"
            columns={orderColumns}
            rows={rows}
            rowKey={(order) => order._id}
            cards
            className="orders"
          />
        )}
      </FilteredList>
    </>
  )
}

function NoOrders() {
  const action = (
    <ButtonLink href="/home" variant="accent">
      Choose a game
    </ButtonLink>
  )
  return (
    <Empty spot="empty" title="No orders found." action={action}>
      Your first order will be here, with every step it takes.
    </Empty>
  )
}
