import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../lib/use-call.ts'

/** How many orders one has made, and how they ended. */
export function OrderCounts({ userId }: { userId: string }) {
  const call = useCall()
  const { data, isError } = useQuery({
    queryKey: ['order-counts', userId],
    queryFn: ({ signal }) => call('myOrders', { params: { _id: userId }, signal }),
  })
  const counts = [
    ['Total Orders', data?.total_order],
    ['Completed', data?.completed],
    ['Refunded', data?.refunded],
  ] as const
  return (
    <section className="panel counts" aria-label="Order statistics">
      <dl>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="money">{count ?? (isError ? '–' : '…')}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink href="/orders" icon="receipt-text">
        My Orders
      </ButtonLink>
    </section>
  )
}
