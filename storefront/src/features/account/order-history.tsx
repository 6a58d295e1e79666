import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { orderColumns, sampleOrder } from '../../lib/order-columns.tsx'
import { TableSkeleton } from '../../lib/table-skeleton.tsx'
import { useCall } from '../../lib/use-call.ts'
import { useOrderCounts } from './use-order-counts.ts'

/** Number of latest orders on the profile. */
const rowCount = 5

/** The latest orders, with the columns of My Orders. */
export function OrderHistory({ userId }: { userId: string }) {
  const call = useCall()
  const { data: counts } = useOrderCounts(userId)
  const orders = useQuery({
    queryKey: ['orders', userId, 'latest'],
    queryFn: ({ signal }) => call('orderList', { params: { userId }, query: { limit: rowCount }, signal }),
    refetchOnMount: 'always',
  })
  const count = orders.data?.length ?? 0
  return (
    <section className="hist" aria-label={t('Order history')}>
      <div className="sec-h">
        <h2 className="d3">{t('Order history')}</h2>
        {counts && count > 0 && counts.total_order > count && (
          <span className="t2 sm">
            {t('Showing last {n} of {total}', { n: count, total: formatCount(counts.total_order) })}
          </span>
        )}
      </div>
      <Rows orders={orders} />
    </section>
  )
}

function Rows({ orders: { data, error, refetch } }: { orders: UseQueryResult<Order[]> }) {
  if (!data && error) {
    return (
      <Empty
        spot="offline"
        role="alert"
        level={3}
        title={plainText(error.message)}
        action={
          <Button icon="refresh-cw" onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        }
      >
        {t('Couldn’t load your orders. Your orders are safe.')}
      </Empty>
    )
  }
  if (!data)
    return <TableSkeleton columns={orderColumns()} sample={sampleOrder} className="orders" count={rowCount} />
  if (data.length === 0) {
    return (
      <Empty
        spot="empty"
        level={3}
        title={t('No orders found.')}
        action={
          <ButtonLink href="/home" variant="accent">
            {t('Browse games')}
          </ButtonLink>
        }
      >
        {t('Your orders will appear here.')}
      </Empty>
    )
  }
  return (
    <DataTable
      label={t('Order history')}
      columns={orderColumns()}
      rows={data}
      rowKey={({ orderid }) => orderid}
      cards
      className="orders"
    />
  )
}
