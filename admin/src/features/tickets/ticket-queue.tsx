import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { ringSegment } from '@jhatpat/shared/ui/ring.ts'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { useMe } from '../../lib/me.ts'
import { issueTexts, resolutionTexts } from '../../lib/ticket-texts.ts'
import { ticketAssignee } from './ticket-assignment.tsx'
import { DeadlineText, UnreadMark } from './ticket-badges.tsx'

type TicketQueueProps = { rows: readonly BoardOrder[]; chosen: string; hrefOf: (orderid: string) => string }

/** The tickets of one list; each row links to its ticket. */
export function TicketQueue({ rows, chosen, hrefOf }: TicketQueueProps) {
  return (
    <ol className="ticket-queue" aria-label="Tickets">
      {rows.map((order) => (
        <li key={order.orderid}>
          <Link
            to={hrefOf(order.orderid)}
            id={`ticket-${order.orderid}`}
            aria-current={order.orderid === chosen ? 'true' : undefined}
          >
            <Row order={order} />
          </Link>
        </li>
      ))}
    </ol>
  )
}

function Row({ order }: { order: BoardOrder }) {
  const me = useMe()
  const nowMs = useNow(15_000)
  const { ticket } = order
  if (!ticket) return null
  const holder = ticketAssignee(order, me._id, nowMs)
  return (
    <>
      {ticket.resolution ? (
        <StatusPill status={ticket.resolution.kind === 'refunded' ? 'Refunded' : 'Completed'}>
          {resolutionTexts[ticket.resolution.kind]}
        </StatusPill>
      ) : (
        <DeadlineRing {...ticket} />
      )}
      <span className="ticket-line">
        <span className="row">
          <b className="sm cut">{issueTexts[ticket.issue]}</b>
          <UnreadMark ticketFacts={order.ticketFacts} />
        </span>
        <span className="xs t2 cut">
          {order.itemname}, <bdi>{order.customer.name}</bdi>
        </span>
        <span className="xs">
          <DeadlineText ticket={ticket} ticketFacts={order.ticketFacts} />
        </span>
      </span>
      <span className="ticket-end xs">
        <span className="t3 mono">{groupId(order.orderid).slice(-8)}</span>
        {ticket.resolution ? (
          <TimeText at={ticket.resolution.at} as="ago" className="t3" />
        ) : (
          <span className={holder.kind === 'unassigned' ? 't3' : 'b'}>
            {holder.kind === 'unassigned' ? 'Unassigned' : holder.kind === 'me' ? 'You' : holder.name}
          </span>
        )}
      </span>
    </>
  )
}

type DeadlineRingProps = { openedAt: string; replyDueAt: string }

const hourMs = 3_600_000
const toneClass = { green: '', amber: ' amber', red: ' red', over: ' over' } as const

/**
 * The hours left until a ticket's deadline, also as a number, so that colour is never the only
 * sign.
 */
function DeadlineRing({ openedAt, replyDueAt }: DeadlineRingProps) {
  const nowMs = useNow(30_000)
  const dueMs = Date.parse(replyDueAt)
  const { tone, share } = ringSegment(dueMs, nowMs, dueMs - Date.parse(openedAt))
  const hours = Math.ceil(Math.abs(dueMs - nowMs) / hourMs)
  const isOver = tone === 'over'
  return (
    <span
      className={`ring${toneClass[tone]}`}
      style={{ '--v': share.toFixed(3) } as CSSProperties}
      data-tone={tone}
      role="img"
      aria-label={isOver ? `Reply ${hours} h late` : `${hours} h left to reply`}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15.9" pathLength="100" />
        <circle className="arc" cx="18" cy="18" r="15.9" pathLength="100" />
      </svg>
      <span aria-hidden="true">{ringText(hours, isOver)}</span>
    </span>
  )
}

/** Fits into the ring: `12`, `+48`, or days, as `+72d`. */
function ringText(hours: number, isOver: boolean): string {
  const time = hours > 99 ? `${Math.floor(hours / 24)}d` : String(hours)
  return isOver ? `+${time}` : time
}
