import type { HeldOrder, Incident } from '@jhatpat/shared/contracts/incidents.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { promiseMs } from '@jhatpat/shared/contracts/order-status.ts'
import { isPaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { CountdownRing } from '@jhatpat/shared/ui/countdown-ring.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { doneBy, happenedText, scopeTitles, waitText } from '../../lib/incidents/incident-texts.ts'
import { usePermission } from '../../lib/me.ts'
import { lastsText } from '../../lib/suppliers/supplier-texts.ts'
import { IncidentActions } from './incident-actions.tsx'
import { ShownMessage } from './shown-message.tsx'

/** An active incident: what is on hold, the actions, the customers' message, and the history. */
export function IncidentDetails({ incident, next }: { incident: Incident; next: readonly HeldOrder[] }) {
  const may = usePermission()
  const title = scopeTitles[incident.scope]
  const isOfGateway = isPaymentGatewayName(incident.scope)
  return (
    <section className="stack" aria-label={title}>
      {!isOfGateway && <IncidentTotals incident={incident} />}
      <div className="incident-two">
        <div className="stack">
          <section className="panel incident-stack">
            <h2 className="d4">{title}</h2>
            <p className="t2 sm">{incident.reason}</p>
            {incident.releaseStopped && (
              <InlineMessage
                kind="bad"
                role="status"
                title={
                  incident.releaseStopped.reason === 'failing'
                    ? 'Release paused: 3 failures in a row'
                    : 'Release paused by an admin'
                }
              >
                No orders are released until you choose.
              </InlineMessage>
            )}
            {incident.waits.map((wait) => (
              <InlineMessage key={wait.account} kind="warn" role="status" title={waitText(wait)}>
                No more orders are released until then.
              </InlineMessage>
            ))}
            {may('incidents.manage') && <IncidentActions incident={incident} />}
          </section>
          {!isOfGateway && <NextReleases next={next} />}
        </div>
        <div className="stack">
          <section className="panel incident-stack">
            <h2 className="d4">Customer message</h2>
            <ShownMessage
              isReleased={incident.state === 'releasing' && !incident.releaseStopped}
              {...incident.message}
              nextUpdateAt={incident.nextUpdateAt}
            />
            <p className="xs t3">
              {isOfGateway
                ? 'While every gateway is paused: shown on home, every product and top-up. UPI can’t be selected.'
                : 'Shown on home, the affected products and order pages.'}
            </p>
          </section>
          <section className="panel incident-stack">
            <h2 className="d4">Timeline</h2>
            <ul className="incident-rows">
              {incident.log.map((row) => (
                <li key={`${row.at} ${row.event}`}>
                  <time className="xs t3" dateTime={row.at}>
                    {clockTime(row.at, { seconds: true })}
                  </time>
                  <span className="sm grow">{happenedText(row)}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </section>
  )
}

function IncidentTotals({ incident }: { incident: Incident }) {
  const now = useNow(10_000)
  const { held, refunded, delivered, inProgress, perMinute } = incident
  const waitsMs = held.oldestAt ? now - Date.parse(held.oldestAt) : 0
  const leftMs = promiseMs - waitsMs
  return (
    <dl className="panel incident-big">
      <div>
        <dt>Orders on hold</dt>
        <dd className="money">{held.orders}</dd>
        <dd className="xs t2">{formatRupees(held.value)} paid and safe</dd>
      </div>
      {incident.state === 'active' ? (
        <div>
          <dt>Oldest order waiting</dt>
          <dd className="money">{held.oldestAt ? lastsText(waitsMs) : '–'}</dd>
          <dd className="xs t2">{promiseText(held.oldestAt, leftMs)}</dd>
        </div>
      ) : (
        <div>
          <dt>By</dt>
          <dd className="money">{doneBy(incident, now) ?? '–'}</dd>
          <dd className="xs t2">at {perMinute} per minute</dd>
        </div>
      )}
      <div>
        <dt>Delivered</dt>
        <dd className="money">{delivered}</dd>
        <dd className="xs t2">{inProgress} released, in progress</dd>
      </div>
      <div>
        <dt>Refunded</dt>
        <dd className="money">{refunded.orders}</dd>
        <dd className="xs t2">{formatRupees(refunded.value)} to wallets</dd>
      </div>
    </dl>
  )
}

function promiseText(oldestAt: Incident['held']['oldestAt'], leftMs: number): string {
  if (!oldestAt) return 'no orders on hold'
  return leftMs > 0 ? `due in ${lastsText(leftMs)}` : 'past its due time'
}

function NextReleases({ next }: { next: readonly HeldOrder[] }) {
  return (
    <section className="panel incident-stack">
      <div className="row between wrap">
        <h2 className="d4">Orders on hold</h2>
        <AppLink className="link xs" href="/orders">
          View in Pending Orders
        </AppLink>
      </div>
      {next.length === 0 ? (
        <p className="t2 sm">No orders on hold.</p>
      ) : (
        <ul className="incident-rows">
          {next.map((order) => (
            <li key={order.orderid}>
              <CountdownRing dueAt={Date.parse(order.paidAt) + promiseMs} size="sm" />
              <span className="grow incident-order">
                <AppLink className="link sm" href={`/txn/${order.orderid}`}>
                  {order.itemname}
                </AppLink>
                <span className="xs t2">{order.customer}, paid</span>
              </span>
              <b className="num">{formatRupees(order.value)}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
