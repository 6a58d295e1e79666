import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { useOrderCounts } from './use-order-counts.ts'

/** How many orders one has made, and how they ended. */
export function OrderCounts({ userId }: { userId: string }) {
  const { data, isError } = useOrderCounts(userId)
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
            <dd className="money">{count === undefined ? (isError ? '–' : '…') : formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink href="/orders" icon="receipt-text">
        My Orders
      </ButtonLink>
    </section>
  )
}
