import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

type TicketHolder = { kind: 'unassigned' } | { kind: 'me'; until: string } | { kind: 'other'; name: string }

/** The assignee of a ticket. An expired assignment counts as unassigned. */
export function ticketAssignee({ assignee }: BoardOrder, myId: string, nowMs: number): TicketHolder {
  if (!assignee || Date.parse(assignee.until) <= nowMs) return { kind: 'unassigned' }
  return assignee.adminId === myId
    ? { kind: 'me', until: assignee.until }
    : { kind: 'other', name: assignee.name }
}
