import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { FilteredList } from '../../lib/filtered-list.tsx'
import { MembersOnly } from '../../lib/members-only.tsx'
import { orderColumns, sampleOrder } from '../../lib/order-columns.tsx'
import { useScrollRestoration } from '../../lib/use-scroll-restoration.ts'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { isFiltered, readOrderFilters } from './order-filters.ts'
import { useOrders } from './use-orders.ts'

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
        whenFailed="Your orders are kept; they could not be fetched just now."
        whenEmpty={<NoOrders />}
      />
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
