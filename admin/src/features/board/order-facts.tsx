import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { orderNotes } from '@jhatpat/shared/contracts/order-details.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { groupId, groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { clockTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CustomerLink } from '../../lib/customer-link.tsx'
import { pointsText } from '../../lib/evidence-texts.ts'
import { messageOf } from '../../lib/message-of.ts'
import { factText, unitText } from '../../lib/order-facts.ts'
import { OrderNotes } from './order-notes.tsx'
import { pendingReasonText } from './pending-reason-text.ts'
import { PlayerDetails } from './player-details.tsx'
import { StaffActions } from './staff-actions.tsx'
import { OrderLink } from './unclear/order-link.tsx'

/** Evidence of an order: its timeline, the supplier balance around the purchase, and the player. */
export function OrderFacts({ order }: { order: BoardOrder }) {
  const points = pointsText(order)
  return (
    <div>
      <PlayerDetails order={order} />
      <p className="label">Status</p>
      <ul className="facts">
        {order.timeline.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a timeline is append-only
          <li key={at}>
            <time dateTime={entry.at} title={fullTime(entry.at)}>
              {clockTime(entry.at, { seconds: true }).replace(/ [ap]m$/, '')}
            </time>
            <span>{factText(entry, order)}</span>
          </li>
        ))}
        <PendingReasonDetail order={order} />
        {points && (
          <li>
            <span className="t3">Points</span>
            <span>
              {points.before} <span className="t3">before</span>, {points.after}{' '}
              <span className="t3">after</span>
              {points.change && (
                <>
                  : <b className="warn-t">{points.change}</b>
                </>
              )}
            </span>
          </li>
        )}
        {order.unitList.length > 1 && (
          <li>
            <span className="t3">Units</span>
            <ol className="units">
              {order.unitList.map((unit) => (
                <li key={unit.ref}>{unitText(unit)}</li>
              ))}
            </ol>
          </li>
        )}
        {order.vault && (
          <li>
            <span className="t3">Codes</span>
            <span>
              {order.vault.length} delivered, {order.vault.filter(({ revealedAt }) => revealedAt).length}{' '}
              viewed by the customer
            </span>
          </li>
        )}
        <li>
          <span className="t3">Order</span>
          <span className="row">
            <span className="mono">{groupId(order.orderid)}</span>
            <CopyButton text={order.orderid} label="Copy order ID" />
            <AppLink className="link" href={`/txn/${order.orderid}`}>
              Order details
            </AppLink>
          </span>
        </li>
        {order.redeliveryOf && (
          <li>
            <span className="t3">Replacement</span>
            <span>
              Replaces <OrderLink id={order.redeliveryOf} />, free of charge
            </span>
          </li>
        )}
        <li>
          <span className="t3">For</span>
          <span className="wrap-any">
            <CustomerLink id={order.customer._id}>{order.customer.name}</CustomerLink>, {order.useremail}
            {order.customer.mobilenumber && (
              <>
                , <span className="nowrap">{groupMobile(order.customer.mobilenumber)}</span>
              </>
            )}
          </span>
        </li>
      </ul>
      <ReadNotes order={order} />
      <StaffActions order={order} />
    </div>
  )
}

/** The pending reason in full; for a rejection, the supplier's message. */
function PendingReasonDetail({ order }: { order: BoardOrder }) {
  const { detail: supplierMessage } = order.pendingReason
  // A reason that the timeline already shows is not repeated.
  if (supplierMessage === '' || order.timeline.some(({ reason }) => reason === supplierMessage)) return null
  const { title, detail, tone } = pendingReasonText(order)
  return (
    <li>
      <span className="t3">Reason</span>
      <span className="wrap-any">
        <b className={tone ? `${tone}-t` : undefined}>{title}</b>: {detail}
      </span>
    </li>
  )
}

/**
 * The notes of an expanded row: fetched when it expands, and again when the board reports a new
 * one.
 */
function ReadNotes({ order: { orderid, noteSummary } }: { order: BoardOrder }) {
  const { call } = useServices()
  // The previous version of the api sends no count: then the notes are fetched.
  const { count, lastAt = null } = noteSummary ?? {}
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'order-notes', orderid, count ?? null, lastAt],
    queryFn: ({ signal }) => call(orderNotes, { params: { id: orderid }, signal }),
    enabled: count !== 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  if (count === 0) return null
  return (
    <>
      {data && <OrderNotes notes={data.notes} />}
      {!data && !error && (
        <p className="xs t2" role="status">
          {count === undefined ? 'Loading notes' : `Loading ${many(count)}`}
        </p>
      )}
      {error && (
        <InlineMessage
          kind="bad"
          title={`${many(count)} couldn’t be loaded: ${messageOf(error)}`}
          role="alert"
        >
          <Button size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </InlineMessage>
      )}
    </>
  )
}

const many = (count: number | undefined) => {
  if (count === undefined) return 'Notes'
  return count === 1 ? '1 note' : `${count} notes`
}
