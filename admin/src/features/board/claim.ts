import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { Me } from '../../lib/me.ts'
import { needsAnswer } from './unit-answers.ts'

export type Holder = { kind: 'nobody' } | { kind: 'me'; until: string } | { kind: 'other'; name: string }

/** Who has an order. A lease that ran out is nobody's, whatever the row still says. */
export function holderOf(order: BoardOrder, me: Me, nowMs: number): Holder {
  const { claim } = order
  if (!claim || Date.parse(claim.until) <= nowMs) return { kind: 'nobody' }
  if (claim.adminId === me._id) return { kind: 'me', until: claim.until }
  return { kind: 'other', name: claim.name }
}

export type QuickStep = 'claim' | 'complete' | 'take_over' | 'undo' | 'closing' | 'none'

/** The one next step a row offers. A unit that needs an answer has none: it opens to what is known. */
export function quickStepOf(order: BoardOrder, holder: Holder, me: Me): QuickStep {
  if (order.closing) return order.closing.adminId === me._id ? 'undo' : 'closing'
  if (holder.kind === 'other') return 'take_over'
  if (needsAnswer(order)) return 'none'
  if (holder.kind === 'nobody') return 'claim'
  return order.nextSteps.includes('Completed') ? 'complete' : 'none'
}

const renewBelowMs = 150_000

/** Whether an open row's own lease should be renewed by now. */
export function wantsRenewal(holder: Holder, nowMs: number): boolean {
  return holder.kind === 'me' && Date.parse(holder.until) - nowMs < renewBelowMs
}

/** The name of the admin who took over an order that was mine before, if one did. */
export function takenOverBy(before: BoardOrder, after: BoardOrder, me: Me): string | undefined {
  const wasMine = before.claim?.adminId === me._id
  return wasMine && after.claim && after.claim.adminId !== me._id ? after.claim.name : undefined
}

/** The order that this admin has set to Completed last and may still take back. */
export function lastClosing(orders: readonly BoardOrder[], me: Me): BoardOrder | undefined {
  return orders
    .filter(({ closing }) => closing?.adminId === me._id)
    .toSorted((a, b) => (b.closing?.until ?? '').localeCompare(a.closing?.until ?? ''))[0]
}

/** What two admins must never look into at the same time: opening it makes it one's own. */
export function isClaimedByOpening(order: BoardOrder, holder: Holder): boolean {
  return needsAnswer(order) && holder.kind === 'nobody' && order.closing === null
}
