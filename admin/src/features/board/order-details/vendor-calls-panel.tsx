import type { OrderPayment, OrderVendorCall } from '@jhatpat/shared/contracts/order-details.ts'
import { clockTime, dayTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { nameOf } from '../../../lib/suppliers/supplier-names.ts'

type Props = { vendorCalls: readonly OrderVendorCall[]; payment: OrderPayment | null }

/** Requests to gateway and supplier with their replies, as recorded; secrets are masked. */
export function VendorCallsPanel({ vendorCalls, payment }: Props) {
  return (
    <section className="panel">
      <h2 className="d4">Gateway and supplier calls</h2>
      {payment && <p className="t2 sm lines">{lookedText(payment)}</p>}
      {vendorCalls.length === 0 ? (
        <p className="t2 sm">No calls recorded. Calls appear after a few seconds and are kept 180 days.</p>
      ) : (
        <ul className="vendor-calls">
          {vendorCalls.map((vendorCall) => (
            <li key={vendorCall.id}>
              <VendorCallRow vendorCall={vendorCall} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function lookedText({ checks, checkedAt, callbackAt, discrepancies }: OrderPayment): string {
  const looked = checks === 1 ? '1 gateway check' : `${checks} gateway checks`
  const last = checkedAt ? `, last ${timeText(checkedAt)}` : ''
  const called = callbackAt ? `; last callback ${timeText(callbackAt)}` : ''
  const open = discrepancies.filter(({ isOpen }) => isOpen).length
  return `${looked}${last}${called}.${open > 0 ? ` ${open} open, see Needs attention.` : ''}`
}

const timeText = (at: string) => dayTime(at).replace(/^Today, /, '')

const outcomes: Record<OrderVendorCall['outcome'], { text: string; icon: IconName; tone: string }> = {
  json: { text: 'Answered', icon: 'circle-check', tone: 'ok-t' },
  nonsense: { text: 'Unreadable response', icon: 'circle-help', tone: 'bad-t' },
  lost: { text: 'No response', icon: 'circle-help', tone: 'bad-t' },
  unavailable: { text: 'Connection failed', icon: 'circle-x', tone: 'warn-t' },
  rate_limited: { text: 'Rate limited', icon: 'circle-x', tone: 'warn-t' },
}

function VendorCallRow({ vendorCall }: { vendorCall: OrderVendorCall }) {
  const { text, icon, tone } = outcomes[vendorCall.outcome]
  return (
    <details className="vendor-call">
      <summary>
        <span className="b">{nameOf(vendorCall.vendor)}</span>
        <span className="mono sm">{vendorCall.call}</span>
        <time className="t2 sm" dateTime={vendorCall.firstAt} title={fullTime(vendorCall.firstAt)}>
          {clockTime(vendorCall.firstAt, { seconds: true })}
        </time>
        <span className="t2 sm num">{tookText(vendorCall)}</span>
        <span className={`row sm ${tone}`}>
          <Icon name={icon} size="sm" />
          {text}
        </span>
      </summary>
      <dl className="key-values raw">
        <FactsSection title="Asked" facts={vendorCall.asked} />
        <FactsSection
          title={vendorCall.httpStatus ? `Answered, HTTP ${vendorCall.httpStatus}` : 'Answered'}
          facts={vendorCall.answered}
        />
        {vendorCall.note && (
          <div>
            <dt>Note</dt>
            <dd>{vendorCall.note}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}

function tookText({ tookMs, count, lastAt, isAct }: OrderVendorCall): string {
  const took = tookMs < 1_000 ? `${Math.max(1, Math.round(tookMs))} ms` : `${(tookMs / 1_000).toFixed(1)} s`
  return isAct || count === 1 ? took : `${took}, ${count} times, last ${clockTime(lastAt, { seconds: true })}`
}

function FactsSection({ title, facts }: { title: string; facts: Record<string, string> }) {
  const all = Object.entries(facts)
  return (
    <div>
      <dt>{title}</dt>
      <dd className="mono sm wrap-any">
        {all.length === 0 ? '—' : all.map(([name, value]) => <span key={name}>{`${name}: ${value}`}</span>)}
      </dd>
    </div>
  )
}
