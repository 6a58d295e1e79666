import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { clockTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { contextText, staffActionText } from './staff-action-text.ts'

/** Staff actions on an order, newest first: when, why, and in which context. */
export function StaffActions({ order }: { order: BoardOrder }) {
  if (order.staffActions.length === 0) return null
  return (
    <section className="decided" aria-label="Activity">
      <p className="label">Activity</p>
      <ul className="facts">
        {order.staffActions.map((decision) => (
          <li key={`${decision.at} ${decision.action} ${decision.by}`}>
            <time dateTime={decision.at} title={fullTime(decision.at)}>
              {clockTime(decision.at, { seconds: true }).replace(/ [ap]m$/, '')}
            </time>
            <span className="wrap-any">
              <b>{decision.name}</b> {staffActionText(decision, order)}
              {decision.reason && `: “${decision.reason}”`}
              <span className="xs t2 lines">{contextText(decision)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
