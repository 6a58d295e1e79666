import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { StaffAction, StaffActionKind } from '@jhatpat/shared/contracts/staff-actions.ts'
import { pointsWord } from '../../lib/evidence-texts.ts'
import { type PendingReasonTexts, pendingReasonTexts } from '../../lib/pending-reason-texts.ts'
import { unitName } from './unit-actions.ts'

/** A staff action, to follow the person's name: `had pack 2 of 3 sent again after attempt 1`. */
export function staffActionText({ action, unit, attempt, amount }: StaffAction, order: BoardOrder): string {
  const name = unitName(order, unit)
  const money = formatRupees(amount)
  switch (action) {
    case 'assign':
      return 'claimed it'
    case 'reassign':
      return 'took it over'
    case 'unassign':
      return 'let it go'
    case 'complete':
      return 'set it to Completed'
    case 'undo_completion':
      return 'took Completed back'
    case 'add_codes':
      return 'handed over what the customer reads'
    case 'replace_code':
      return 'replaced a code'
    case 'cancel':
      return 'set it to Cancelled'
    case 'delivered':
      return `took ${name} as delivered, attempt ${attempt}`
    case 'retry_unit':
      return `had ${name} sent again after attempt ${attempt}`
    case 'refund':
      return `refunded ${money}`
    case 'request_refund':
      return 'asked a second person for the refund'
    case 'refund_partly':
      return `refunded ${money} for what did not arrive`
    case 'resolve_conflict':
      return 'looked into what the supplier said afterwards'
    case 'ticket_delivered':
      return 'answered the report: delivered after all'
    case 'ticket_message':
      return 'wrote to the customer'
    case 'ticket_explained':
      return 'answered the report'
    case 'ticket_redeliver':
      return 'answered the report: delivered again, free of charge'
    case 'give_up_redelivery':
      return 'gave the second delivery up: the first report is open again'
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
