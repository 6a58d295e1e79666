import type { ApprovalRequest, RefundEvidence } from '@jhatpat/shared/contracts/approval-requests.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { ownerChangeText } from '@jhatpat/shared/contracts/owner-change.ts'
import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'

/** The request in one line. */
export function actionText({
  kind,
  amount,
  name,
  staffRole,
  refund,
  invited,
  ownerChange,
}: ApprovalRequest): string {
  if (ownerChange) return capitalized(ownerChangeText(name, ownerChange))
  if (invited) return `Invite ${name} to the team${staffRoleSuffix(staffRole)}`
  if (kind === 'erasure') return `Delete ${name}’s account`
  if (kind === 'staff_role') return `Make ${name} an admin${staffRoleSuffix(staffRole)}`
  if (kind === 'refund')
    return `Refund ${formatRupees(amount, { exact: true })} to ${name}: ${refund?.itemname}`
  const rupees = formatRupees(Math.abs(amount), { exact: true })
  return amount > 0 ? `Credit ${rupees} to ${name}’s wallet` : `Debit ${rupees} from ${name}’s wallet`
}

/** What approval does, as the button's label. */
export function agreeText({ kind, amount, staffRole, invited, erasure }: ApprovalRequest): string {
  if (erasure) return erasure.byCustomer && !erasure.confirmedBy ? 'Confirm deletion' : 'Approve deletion'
  if (invited) return `Approve invitation${staffRoleSuffix(staffRole)}`
  if (kind === 'owner') return 'Approve account change'
  if (kind === 'staff_role') return `Approve new admin${staffRoleSuffix(staffRole)}`
  if (kind === 'refund') return `Approve refund ${formatRupees(amount)}`
  return `Approve ${amount > 0 ? 'credit' : 'debit'} of ${formatRupees(Math.abs(amount))}`
}

/** What approving a refund does, beside the amount. */
export function refundEffect({ refund }: ApprovalRequest): string {
  if (refund?.hasNewMessages) return 'The customer replied after this request. Request again.'
  if (refund?.isChanged) return 'The order changed after this request. Request again.'
  if (refund?.evidence && isUnknown(refund.evidence) && !refund.evidence.units.some(isDelivered))
    return 'Order becomes Refunded. If it was delivered, the refund is a loss.'
  if (refund?.unit) return 'Undelivered units are refunded; delivered ones stay.'
  return refund?.resolvesTicket
    ? 'Order becomes Refunded; the ticket is resolved with the reason.'
    : 'Order becomes Refunded; the customer sees the reason.'
}

/** Whether it is not known if something was delivered. */
export const isUnknown = ({ kind, units }: RefundEvidence): boolean =>
  kind === 'outcome_unknown' || units.some(({ state }) => state === 'unknown')

const isDelivered = ({ state }: RefundEvidence['units'][number]) => state === 'delivered'

/** What approving a deletion does. */
export function erasureEffect({ obstacles, byCustomer, confirmedBy }: Erasure): string {
  if (obstacles.length > 0) return `Resolve first: ${obstacles.join(', ').replaceAll('_', ' ')}.`
  return byCustomer && !confirmedBy
    ? 'Another staff member must also confirm it.'
    : 'Name, contacts, player IDs and texts are removed. Orders and money stay, without them. This can’t be undone.'
}

type Erasure = NonNullable<ApprovalRequest['erasure']>

/** How a request ended, and the label for the person who ended it. */
export const stateTexts = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
} as const satisfies Record<ApprovalRequest['state'], string>

const staffRoleSuffix = (role: ApprovalRequest['staffRole']) => (role ? `: ${staffRoleTexts[role].name}` : '')

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const hourMs = 3_600_000

/** Time left to decide: `expires in 6 days`, `expires in 23 h`, `expires in 12 min`. */
export function endsText(expiresAt: string, nowMs: number): string {
  const leftMs = Date.parse(expiresAt) - nowMs
  if (leftMs <= 0) return 'expired'
  const hours = Math.floor(leftMs / hourMs)
  if (hours >= 48) return `expires in ${Math.round(leftMs / (24 * hourMs))} days`
  if (hours >= 1) return `expires in ${hours} h`
  return `expires in ${Math.max(1, Math.floor(leftMs / 60_000))} min`
}
