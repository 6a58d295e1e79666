import './incidents.css'
import type { Incident } from '@jhatpat/shared/contracts/incidents.ts'
import { isPaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { dayTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ordersText, scopeTitles } from '../../lib/incidents/incident-texts.ts'
import { useCondition, useIncidents } from '../../lib/incidents/use-incidents.ts'
import { LiveMark } from '../../lib/live-mark.tsx'
import { LoadError } from '../../lib/load-error.tsx'
import { usePermission } from '../../lib/me.ts'
import { messageOf } from '../../lib/message-of.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'
import { lastsText } from '../../lib/suppliers/supplier-texts.ts'
import { useSuppliers } from '../../lib/suppliers/use-suppliers.ts'
import { IncidentDetails } from './incident-details.tsx'
import { StartDialog } from './start-dialog.tsx'

/**
 * Each open incident with its held orders and their release, or none; the suppliers' status, and past
 * incidents.
 */
export default function IncidentsScreen() {
  const { data, error, refetch } = useIncidents()
  const may = usePermission()
  const [address] = useSearchParams()
  const scopeParam = address.get('off')
  const [isStarting, setStarting] = useState(scopeParam !== null)
  const open = data?.open ?? []
  return (
    <>
      <PageBar title="Incidents">
        <LiveMark />
      </PageBar>
      {error && data && (
        <InlineMessage kind="bad" title={`Error: ${messageOf(error)}`} role="alert">
          Showing the last loaded data. Retrying automatically.
        </InlineMessage>
      )}
      {data ? (
        <div className="stack">
          {open.length === 0 ? (
            <Off mayStart={may('incidents.manage')} onStart={() => setStarting(true)} last={data.past[0]} />
          ) : (
            open.map((incident) => (
              <IncidentDetails key={incident.id} incident={incident} next={incident.next} />
            ))
          )}
          <div className="incident-two">
            <Suppliers />
            <Past past={data.past} />
          </div>
          {open.length > 0 && may('incidents.manage') && (
            <div>
              <Button variant="quiet" onClick={() => setStarting(true)}>
                Pause another…
              </Button>
            </div>
          )}
        </div>
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <div aria-busy="true">
          <p className="visually-hidden" role="status">
            Loading...
          </p>
          <Skeleton height={240} />
        </div>
      )}
      {data && isStarting && may('incidents.manage') && (
        <StartDialog first={scopeParam} open={open} onClose={() => setStarting(false)} />
      )}
    </>
  )
}

function Off({
  mayStart,
  onStart,
  last,
}: {
  mayStart: boolean
  onStart: () => void
  last?: Incident | undefined
}) {
  return (
    <section className="panel incident-off">
      <img src="/art/spot-barrier.svg" alt="" width="168" height="168" />
      <div className="grow incident-stack">
        <h2 className="d2">No open incidents</h2>
        <p className="t2">
          When a supplier fails, start an incident: orders go on hold instead of failing, customers see a
          message in English and Hindi, and you release the orders at a rate the supplier can handle.
        </p>
        <div className="row wrap">
          {mayStart && (
            <Button variant="accent" onClick={onStart}>
              Start incident…
            </Button>
          )}
          {last && <span className="xs t3">Last time: {pastText(last)}</span>}
        </div>
      </div>
    </section>
  )
}

function Suppliers() {
  const { data = [] } = useSuppliers()
  const condition = useCondition()
  return (
    <section className="panel incident-stack" aria-labelledby="how-suppliers">
      <h2 className="d4" id="how-suppliers">
        Supplier status
      </h2>
      <ul className="incident-rows">
        {data.map((supplier) => {
          const { tone, icon, text } = condition(supplier)
          const day = supplier.day
          return (
            <li key={supplier.account}>
              <span className="grow">
                <b className="sm">{supplierTitles[supplier.account]}</b>
                <br />
                <span className="xs t2">
                  {day && day.deliveredPercent !== null
                    ? `${day.deliveredPercent}% delivered in 24 hours`
                    : 'Not enough data'}
                </span>
              </span>
              <span className={`st st-${tone}`}>
                <Icon name={icon} />
                {text}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Past({ past }: { past: readonly Incident[] }) {
  return (
    <section className="panel incident-stack" aria-labelledby="past-incidents">
      <h2 className="d4" id="past-incidents">
        Past incidents
      </h2>
      {past.length === 0 ? (
        <p className="t2 sm">None</p>
      ) : (
        <ul className="incident-rows">
          {past.map((incident) => (
            <li key={incident.id}>
              <time className="xs t3" dateTime={incident.startedAt}>
                {dayTime(incident.startedAt)}
              </time>
              <span className="sm grow">{pastText(incident)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function pastText(incident: Incident): string {
  const tookMs = Date.parse(incident.endedAt ?? incident.startedAt) - Date.parse(incident.startedAt)
  if (isPaymentGatewayName(incident.scope))
    return `${scopeTitles[incident.scope]} paused, ${lastsText(tookMs)}`
  const heldCount = incident.delivered + incident.inProgress + incident.refunded.orders
  return `${scopeTitles[incident.scope]}, ${lastsText(tookMs)}, ${ordersText(heldCount)} on hold, ${incident.refunded.orders === 0 ? 'none' : incident.refunded.orders} refunded`
}
