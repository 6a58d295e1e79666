import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { StaffAction, StaffActionKind } from '@jhatpat/shared/contracts/staff-actions.ts'
import { pointsWord } from '../../lib/evidence-texts.ts'
import { type PendingReasonTexts, pendingReasonTexts } from '../../lib/pending-reason-texts.ts'
import { unitName } from './unit-actions.ts'

/** A staff action, to follow the person's name: `resent unit 2 of 3 after attempt 1`. */
export function staffActionText({ action, unit, attempt, amount }: StaffAction, order: BoardOrder): string {
  const name = unitName(order, unit)
  const money = formatRupees(amount)
  switch (action) {
    case 'assign':
      return 'assigned the order to themselves'
    case 'reassign':
      return 'reassigned the order to themselves'
    case 'unassign':
      return 'unassigned the order'
    case 'complete':
      return 'marked it completed'
    case 'undo_completion':
      return 'undid completed'
    case 'add_codes':
      return 'delivered the code'
    case 'replace_code':
      return 'replaced a code'
    case 'cancel':
      return 'cancelled the order'
    case 'delivered':
      return `marked ${name} as delivered (attempt ${attempt})`
    case 'retry_unit':
      return `resent ${name} after attempt ${attempt}`
    case 'refund':
      return `refunded ${money}`
    case 'request_refund':
      return 'requested refund approval'
    case 'refund_partly':
      return `refunded ${money} for undelivered units`
    case 'resolve_conflict':
      return 'reviewed the supplier’s later answer'
    case 'ticket_delivered':
      return 'resolved the ticket: delivered'
    case 'ticket_message':
      return 'messaged the customer'
    case 'ticket_explained':
      return 'resolved the ticket'
    case 'ticket_redeliver':
      return 'resolved the ticket: free replacement'
    case 'give_up_redelivery':
      return 'cancelled the replacement; ticket reopened'
    default:
      return action satisfies never
  }
}

const aboutHolding: ReadonlySet<StaffActionKind> = new Set(['assign', 'reassign', 'unassign'])
const texts: Readonly<Record<string, PendingReasonTexts>> = pendingReasonTexts

/** What was known at the time of the decision; empty for assignments. */
export function contextText({ action, context }: StaffAction): string {
  if (aboutHolding.has(action)) return ''
  const { pendingReason, detail, message, cost, balanceBefore, balanceAfter } = context
  const isOnHold = pendingReason === 'on_hold'
  const reasonText = (message || (isOnHold ? '' : detail)).replace(/\.$/, '')
  const reason = [texts[pendingReason]?.title ?? pendingReason, reasonText].filter(Boolean).join(': ')
  return [
    ...(reason ? [reason] : []),
    ...(balanceBefore || balanceAfter
      ? [`Points ${pointsWord(balanceBefore)} before, ${pointsWord(balanceAfter)} after`]
      : []),
    ...(cost ? [`The supplier takes ${cost}`] : []),
  ].join('. ')
}
