import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

type TicketHolder = { kind: 'nobody' } | { kind: 'me'; until: string } | { kind: 'other'; name: string }

/** Who has a report. A lease that ran out is nobody's. */
export function holderOfTicket({ claim }: BoardOrder, myId: string, nowMs: number): TicketHolder {
  if (!claim || Date.parse(claim.until) <= nowMs) return { kind: 'nobody' }
  return claim.adminId === myId ? { kind: 'me', until: claim.until } : { kind: 'other', name: claim.name }
}
