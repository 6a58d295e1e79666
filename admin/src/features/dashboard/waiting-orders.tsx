import { dueAtMs, needsAction } from '@jhatpat/shared/contracts/needs-action.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { CountdownRing } from '@jhatpat/shared/ui/countdown-ring.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { LoadError } from '../../lib/load-error.tsx'
import { usePendingCounts } from '../../lib/pending-counts.ts'
import { usePendingOrders, usePendingRows } from '../../lib/pending-orders.ts'
import { pendingReasonTexts } from '../../lib/pending-reason-texts.ts'

const shownRows = 4

/** The most urgent orders that need a person, each with a link to the board. */
export function WaitingOrders() {
  const { isPending, error, data, refetch } = usePendingOrders()
  const nowMs = useNow(5_000)
  const rows = usePendingRows().filter((order) => needsAction(order, nowMs))
  const { needsAction: waiting, all } = usePendingCounts()
  const more = waiting - Math.min(waiting, shownRows)
  return (
    <section className="panel" aria-labelledby="waiting-orders">
      <div className="row between">
        <h2 className="d4" id="waiting-orders">
          Needs action
        </h2>
        <AppLink className="link xs" href="/orders">
          View pending orders
        </AppLink>
      </div>
      {isPending && <p className="t3 sm">Loading...</p>}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && waiting === 0 && (
        <p className="t2 sm">
          {all === 0
            ? 'No orders need action. All orders are done.'
            : 'No orders need action. The rest are processing.'}
        </p>
      )}
      <ul className="need">
        {rows.slice(0, shownRows).map((order) => (
          <li key={order.orderid}>
            <CountdownRing dueAt={dueAtMs(order)} size="sm" />
            <Picture className="thumb" src={order.product.imgpath} width={40} height={40} />
            <div className="grow">
              <p className="b sm">{order.itemname}</p>
              <p className="xs t2">{pendingReasonTexts[order.pendingReason.kind].title}</p>
            </div>
            <ButtonLink
              size="sm"
              href={`/orders?order=${order.orderid}`}
              aria-label={`Open ${order.itemname} for ${order.customer.name}`}
            >
              Open
            </ButtonLink>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="t2 xs">{formatCount(more)} more</p>}
    </section>
  )
}
