import type { OrderNote } from '@jhatpat/shared/contracts/order-details.ts'
import { dayTime, fullTime } from '@jhatpat/shared/ui/format/ist-time.ts'

/** The admins' notes on an order, oldest first. */
export function OrderNotes({ notes }: { notes: readonly OrderNote[] }) {
  if (notes.length === 0) return null
  return (
    <section className="decided" aria-label="Notes">
      <p className="label">Notes</p>
      <ul className="facts">
        {notes.map(({ at, name, text }) => (
          <li key={`${at} ${name} ${text}`}>
            <time dateTime={at} title={fullTime(at)}>
              {dayTime(at)}
            </time>
            <span className="wrap-any lines">
              <b>{name}</b> {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
