import { RequireRole } from '@jhatpat/shared/browser/guard.tsx'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { ListToCome } from '../../lib/list-to-come.tsx'
import { useGoToLogin } from '../../lib/use-go.ts'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { filterOrders, isFiltered, type OrderFilters, readOrderFilters } from './order-filters.ts'
import { useOrders } from './use-orders.ts'

const roles = ['user', 'admin', 'reseller'] as const

export default function OrdersScreen() {
  const goToLogin = useGoToLogin()
  return (
    <main className="shell">
      <title>My Orders · Jhatpat</title>
      <RequireRole roles={roles} onRefused={goToLogin}>
        <MyOrders />
      </RequireRole>
    </main>
  )
}

function MyOrders() {
  const { data, error, refetch } = useOrders()
  const { filters, change, clear } = useUrlFilters(readOrderFilters)
  return (
    <>
      <h1 className="d1 page-h">My Orders</h1>
      <OrderFilterBar filters={filters} onChange={change} />
      {data ? (
        <OrderList all={data.length} rows={filterOrders(data, filters)} filters={filters} onClear={clear} />
      ) : error ? (
        <Empty
          spot="offline"
          role="alert"
          title={error.message}
          action={
            <Button icon="refresh-cw" onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          Your orders are kept; they could not be fetched just now.
        </Empty>
      ) : (
        <ListToCome />
      )}
    </>
  )
}

type OrderListProps = {
  all: number
  rows: ReturnType<typeof filterOrders>
  filters: OrderFilters
  onClear: () => void
}

function OrderList({ all, rows, filters, onClear }: OrderListProps) {
  if (rows.length > 0) {
    return (
      <DataTable
        label="My Orders"
        columns={orderColumns}
        rows={rows}
        rowKey={(order) => order._id}
        cards
        className="orders"
      />
    )
  }
  if (all === 0 || !isFiltered(filters)) {
    return (
      <Empty
        spot="empty"
        title="No orders found."
        action={
          <ButtonLink href="/home" variant="accent">
            Choose a game
          </ButtonLink>
        }
      >
        Your first order will be here, with every step it takes.
      </Empty>
    )
  }
  return (
    <Empty spot="nomatch" title="No orders found." action={<Button onClick={onClear}>Clear filters</Button>}>
      {`None of your ${all} orders matches these filters.`}
    </Empty>
  )
}
