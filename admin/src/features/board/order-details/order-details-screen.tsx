import '../board.css'
import './order-details.css'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { useParams } from 'react-router-dom'
import { BackLink } from '../../../lib/back-link.tsx'
import { LoadError } from '../../../lib/load-error.tsx'
import { PageBar } from '../../../lib/page-bar.tsx'
import { OrderDetails } from './order-details.tsx'
import { useOrderDetails } from './use-order-details.ts'

/** Details and actions of one order. */
export default function OrderDetailsScreen() {
  const { orderId = '' } = useParams()
  const id = orderId.replaceAll('-', '').toUpperCase()
  const { data, error, refetch } = useOrderDetails(id)
  const isUnknown = isRefusal(error, ['not_found', 'invalid_request'])
  return (
    <>
      <PageBar title={groupId(id)} back={<BackLink href="/txn" to="All Orders" />} />
      {!data && !error && (
        <div className="stack" role="status" aria-label="Loading...">
          <Skeleton height={64} />
          <Skeleton height={120} />
          <Skeleton height={420} />
        </div>
      )}
      {!data && isUnknown && (
        <Empty
          spot="nomatch"
          title="Order not found"
          action={
            <ButtonLink href={`/txn?q=${encodeURIComponent(orderId)}`}>Search in All Orders</ButtonLink>
          }
        >
          The ID may be incomplete or belong to a top-up.
        </Empty>
      )}
      {!data && error && !isUnknown && <LoadError error={error} onRetry={refetch} />}
      {data && <OrderDetails key={id} page={data} />}
    </>
  )
}

const isRefusal = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
