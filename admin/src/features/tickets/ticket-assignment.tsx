import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useMe } from '../../lib/me.ts'
import { messageOf } from '../../lib/message-of.ts'
import { useRenewal } from '../../lib/use-renewal.ts'
import { useAssignTicket } from './use-tickets.ts'

const renewBelowMs = 150_000

/**
 * The assignee of a ticket, with buttons to assign, reassign or unassign it. The admin's own
 * assignment is renewed while the ticket is open.
 */
export function TicketAssignment({ order }: { order: BoardOrder }) {
  const me = useMe()
  const nowMs = useNow(5_000)
  const assignment = useAssignTicket(order)
  const holder = ticketAssignee(order, me._id, nowMs)
  const shouldRenew = holder.kind === 'me' && Date.parse(holder.until) - nowMs < renewBelowMs
  useRenewal(shouldRenew, nowMs, () => {
    if (!assignment.isPending) assignment.mutate('assign')
  })
  return (
    <div className="row wrap sm">
      {assignment.error && (
        <span className="bad-text" role="alert">
          {messageOf(assignment.error)}
        </span>
      )}
      <span className="t2">
        {holder.kind === 'unassigned' && 'Unassigned'}
        {holder.kind === 'me' && 'Assigned to you'}
        {holder.kind === 'other' && `Assigned to ${holder.name}`}
      </span>
      <Button
        size="sm"
        busy={assignment.isPending}
        busyText="Saving…"
        onClick={() => assignment.mutate(actions[holder.kind].action)}
      >
        {actions[holder.kind].text}
      </Button>
    </div>
  )
}

const actions = {
  unassigned: { action: 'assign', text: 'Assign to me' },
  me: { action: 'unassign', text: 'Unassign' },
  other: { action: 'reassign', text: 'Reassign to me' },
} as const

type TicketHolder = { kind: 'unassigned' } | { kind: 'me'; until: string } | { kind: 'other'; name: string }

/** The assignee of a ticket. An expired assignment counts as unassigned. */
export function ticketAssignee({ assignee }: BoardOrder, myId: string, nowMs: number): TicketHolder {
  if (!assignee || Date.parse(assignee.until) <= nowMs) return { kind: 'unassigned' }
  return assignee.adminId === myId
    ? { kind: 'me', until: assignee.until }
    : { kind: 'other', name: assignee.name }
}
