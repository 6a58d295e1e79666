import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { TimelineEntry } from '@jhatpat/shared/contracts/order-timeline.ts'
import { Timeline, type TimelineState } from '@jhatpat/shared/ui/timeline.tsx'
import { stepText } from '../../../lib/order-facts.ts'

const bad: ReadonlySet<TimelineEntry['step']> = new Set([
  ...(['outcome_unknown', 'unit_rejected', 'supplier_review'] as const),
  ...(['failed', 'cancelled', 'reported'] as const),
])

/** The customer-visible timeline, and the current assignee. */
export function TimelinePanel({ order }: { order: BoardOrder }) {
  const steps = order.timeline.map((entry, at) => ({
    key: `${at} ${entry.step}`,
    state: stateOf(entry),
    title: stepText(entry, order),
    at: entry.at,
    text: moreOf(entry),
  }))
  const { assignee } = order
  const assignment = assignee && {
    key: 'assign',
    state: 'now' as const,
    icon: 'hand' as const,
    title: `Claimed by ${assignee.name}`,
    at: assignee.since,
  }
  return (
    <section className="panel">
      <h2 className="d4">Timeline</h2>
      <Timeline steps={assignment ? [...steps, assignment] : steps} />
    </section>
  )
}

function stateOf({ step }: TimelineEntry): TimelineState {
  if (step === 'completed') return 'end'
  return bad.has(step) ? 'bad' : 'done'
}

function moreOf({ step, reference, reason, by }: TimelineEntry): string {
  const parts = [reason, step !== 'paid' && reference && `Reference ${reference}`, by && `by ${by}`]
  return parts.filter(Boolean).join(', ').replaceAll('., ', '. ')
}
