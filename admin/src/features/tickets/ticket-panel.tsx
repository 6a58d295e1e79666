import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { ApprovalRequest } from '@jhatpat/shared/contracts/approval-requests.ts'
import { customerTickets } from '@jhatpat/shared/contracts/customers.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { reportMs } from '@jhatpat/shared/contracts/order-ticket.ts'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { clockTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CustomerLink } from '../../lib/customer-link.tsx'
import { DeliverCodesSection } from '../../lib/deliver-codes/deliver-codes-dialog.tsx'
import { factText, unitText } from '../../lib/order-facts.ts'
import { useRequests } from '../../lib/requests.ts'
import { ticketsKey } from '../../lib/ticket-counts.ts'
import { issueTexts, resolutionTexts } from '../../lib/ticket-texts.ts'
import { ResolveTicket, type TicketGoTo } from './resolve-ticket.tsx'
import { TicketAssignment } from './ticket-assignment.tsx'
import { DeadlineText } from './ticket-badges.tsx'
import { TicketMessages } from './ticket-messages.tsx'
import type { TypedAnswers } from './use-typed-answers.ts'

type TicketPanelProps = { order: BoardOrder; typed: TypedAnswers; goTo: TicketGoTo }

/** A ticket with the details of its order, and its resolution or the form for it. */
export function TicketPanel({ order, typed, goTo }: TicketPanelProps) {
  const { ticket } = order
  const queries = useQueryClient()
  if (!ticket) return null
  return (
    <article className="panel ticket" aria-labelledby="ticket-title">
      <header className="row between wrap">
        <div className="grow">
          <p className="row wrap">
            {ticket.resolution ? (
              <StatusPill status={order.status}>{resolutionTexts[ticket.resolution.kind]}</StatusPill>
            ) : (
              <StatusPill status="Processing" icon="clock">
                Open
              </StatusPill>
            )}
            <span className="xs t3">
              Opened <TimeText at={ticket.openedAt} as="ago" />
              {!ticket.resolution && (
                <>
                  · reply due <TimeText at={ticket.replyDueAt} />{' '}
                  <DeadlineText ticket={ticket} ticketFacts={order.ticketFacts} />
                </>
              )}
            </span>
          </p>
          <h2 className="d3" id="ticket-title">
            {issueTexts[ticket.issue]}: {order.itemname}
          </h2>
          <p className="sm t2">
            <CustomerLink id={order.customer._id}>{order.customer.name}</CustomerLink> ·{' '}
            <AppLink className="link mono" href={`/txn/${order.orderid}`}>
              {groupId(order.orderid)}
            </AppLink>{' '}
            <CopyButton text={order.orderid} label={`Copy ${order.orderid}`} />
          </p>
        </div>
        {!ticket.resolution && <TicketAssignment order={order} />}
      </header>
      {ticket.note && (
        <InlineMessage kind="info" title="Customer message">{`“${ticket.note}”`}</InlineMessage>
      )}
      <TicketMessages order={order} />
      {ticket.resolution && (
        <InlineMessage kind="ok" title={`${resolutionTexts[ticket.resolution.kind]}${resolverText(order)}`}>
          {ticket.resolution.text}
        </InlineMessage>
      )}
      <div className="ticket-known">
        <section aria-label="Status">
          <h3 className="label">Status</h3>
          <PendingReasonDetails order={order} />
        </section>
        <section aria-label="Delivered to">
          <h3 className="label">Delivered to</h3>
          <Inputs order={order} />
          <Proof order={order} />
          <EarlierTickets order={order} />
        </section>
      </div>
      <DeliverCodesSection order={order} onDone={() => queries.invalidateQueries({ queryKey: ticketsKey })} />
      {!ticket.resolution && <RefundRequested orderid={order.orderid} />}
      {!ticket.resolution && <ResolveTicket order={order} typed={typed} goTo={goTo} />}
    </article>
  )
}

function resolverText({ staffActions }: BoardOrder): string {
  const by = staffActions.find(({ action }) => action.startsWith('ticket_') || action === 'refund')?.name
  return by ? ` by ${by}` : ''
}

/** The order's timeline, and the supplier's original messages. */
function PendingReasonDetails({ order }: { order: BoardOrder }) {
  return (
    <ul className="facts">
      {order.timeline.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a timeline is append-only
        <li key={at}>
          <time dateTime={entry.at} title={fullTime(entry.at)}>
            {clockTime(entry.at, { seconds: true }).replace(/ [ap]m$/, '')}
          </time>
          <span className="wrap-any">{factText(entry, order)}</span>
        </li>
      ))}
      {order.unitList.map((unit) => (
        <li key={unit.ref}>
          <span className="t3">Supplier</span>
          <span className="wrap-any">{unitText(unit)}</span>
        </li>
      ))}
    </ul>
  )
}

function Inputs({ order }: { order: BoardOrder }) {
  const inputs = [order.input1, order.input2].map((value, at) => ({
    value,
    label: order.product.inputs[at]?.label ?? (at === 0 ? 'Account' : 'More'),
  }))
  return (
    <ul className="facts">
      {inputs
        .filter(({ value }) => value)
        .map(({ value, label }) => (
          <li key={label}>
            <span className="t3">{label}</span>
            <span className="row">
              <bdi className="mono b wrap-any">{value}</bdi>
              <CopyButton text={value} label={`Copy ${label}`} />
            </span>
          </li>
        ))}
      {order.username && (
        <li>
          <span className="t3">Name found</span>
          <bdi className="wrap-any">{order.username}</bdi>
        </li>
      )}
    </ul>
  )
}

/** Suppliers keep their proof of delivery for 48 hours. */
function Proof({ order }: { order: BoardOrder }) {
  const deliveredAt = order.state?.deliveredAt
  if (!deliveredAt || order.unitList.every(({ supplierOrderId }) => supplierOrderId === '')) return null
  const until = new Date(Date.parse(deliveredAt) + reportMs).toISOString()
  return (
    <p className="sm t2">
      Supplier keeps proof until <TimeText at={until} className="b t1" />.
    </p>
  )
}

/** This customer's other tickets, and how they were resolved. */
function EarlierTickets({ order }: { order: BoardOrder }) {
  const { call } = useServices()
  const { data } = useQuery({
    queryKey: [...ticketsKey, 'of', order.customer._id],
    queryFn: ({ signal }) => call(customerTickets, { params: { id: order.customer._id }, signal }),
  })
  const others = data?.tickets.filter(({ orderid }) => orderid !== order.orderid) ?? []
  if (!data) return null
  return (
    <>
      <h3 className="label">Earlier tickets</h3>
      {others.length === 0 && <p className="sm t2">No earlier tickets.</p>}
      <ul className="facts">
        {others.slice(0, 5).map(({ orderid, itemname, issue, openedAt, resolution }) => (
          <li key={orderid}>
            <TimeText at={openedAt} as="ago" className="t3" />
            <span className="wrap-any">
              {issueTexts[issue]}: {itemname}
              <span className="t2">
                , {resolution ? resolutionTexts[resolution.kind].toLowerCase() : 'open'}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {others.length > 5 && <p className="xs t3">{others.length - 5} more on the customer page.</p>}
    </>
  )
}

function standing(refund: ApprovalRequest['refund']): string {
  if (refund?.hasNewMessages) return 'Customer replied after the request; request it again.'
  return refund?.isChanged ? 'Order changed after the request; request it again.' : 'Waiting for approval.'
}

/** States that a refund of this order waits for approval. */
function RefundRequested({ orderid }: Pick<BoardOrder, 'orderid'>) {
  const { data = [] } = useRequests()
  const request = data.find(({ refund }) => refund?.orderid === orderid)
  if (!request) return null
  const { amount, askedBy, refund } = request
  return (
    <InlineMessage kind="warn" title={`${askedBy.name} requested a refund of ${formatRupees(amount)}`}>
      {standing(refund)}{' '}
      <AppLink className="link" href="/approvals">
        Approvals
      </AppLink>
    </InlineMessage>
  )
}
