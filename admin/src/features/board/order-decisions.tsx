import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { clockTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { decisionText, evidenceText } from './decision-text.ts'

/** Who decided what about an order, the newest first: when, why, and on which evidence. */
export function OrderDecisions({ order }: { order: BoardOrder }) {
  if (order.decisions.length === 0) return null
  return (
    <section className="decided" aria-label="Who decided what">
      <p className="label">Who decided what</p>
      <ul className="facts">
        {order.decisions.map((decision) => (
          <li key={`${decision.at} ${decision.what} ${decision.by}`}>
            <time dateTime={decision.at} title={fullTime(decision.at)}>
              {clockTime(decision.at, { seconds: true }).replace(/ [ap]m$/, '')}
            </time>
            <span className="wrap-any">
              <b>{decision.name}</b> {decisionText(decision, order)}
              {decision.reason && `: “${decision.reason}”`}
              <span className="xs t2 lines">{evidenceText(decision)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
