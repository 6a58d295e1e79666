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
  return amount > 0 ? `Add ${rupees} to ${name}’s wallet` : `Take ${rupees} out of ${name}’s wallet`
}

/** What approval does, as the button's label. */
export function agreeText({ kind, amount, staffRole, invited, erasure }: ApprovalRequest): string {
  if (erasure) return erasure.byCustomer && !erasure.confirmedBy ? 'Confirm deletion' : 'Approve deletion'
  if (invited) return `Agree, invite${staffRoleSuffix(staffRole)}`
  if (kind === 'owner') return 'Agree, change the account'
  if (kind === 'staff_role') return `Agree, make an admin${staffRoleSuffix(staffRole)}`
  if (kind === 'refund') return `Approve refund ${formatRupees(amount)}`
  return `Agree, ${amount > 0 ? 'add' : 'take'} ${formatRupees(Math.abs(amount))}`
}

/** What approving a refund does, beside the amount. */
export function refundEffect({ refund }: ApprovalRequest): string {
  if (refund?.hasNewMessages)
    return 'The customer has written since. Agreeing will be refused: read it, and ask anew.'
  if (refund?.isChanged)
    return 'The order has moved since. Agreeing will be refused: it has to be asked for anew.'
  if (refund?.evidence && isUnknown(refund.evidence) && !refund.evidence.units.some(isDelivered))
    return 'The order becomes Refunded. If it was delivered after all, the refund is a loss.'
  if (refund?.unit) return 'What did not arrive goes back; what arrived stays, and the order closes.'
  return refund?.resolvesTicket
    ? 'The order becomes Refunded, and the report is answered with the reason.'
    : 'The order becomes Refunded, and its customer reads the reason.'
}

/** Whether it is not known if something was delivered. */
export const isUnknown = ({ kind, units }: RefundEvidence): boolean =>
  kind === 'outcome_unknown' || units.some(({ state }) => state === 'unknown')

const isDelivered = ({ state }: RefundEvidence['units'][number]) => state === 'delivered'

/** What approving a deletion does. */
export function erasureEffect({ obstacles, byCustomer, confirmedBy }: Erasure): string {
  if (obstacles.length > 0) return `To end first: ${obstacles.join(', ').replaceAll('_', ' ')}.`
  return byCustomer && !confirmedBy
    ? 'Another staff member has to confirm it, too.'
    : 'Name, contacts, player IDs and texts are removed. Orders and money stay, without them. This can’t be undone.'
}

type Erasure = NonNullable<ApprovalRequest['erasure']>

/** How a request ended, and the label for the person who ended it. */
export const stateTexts = {
  pending: 'Waits',
  approved: 'Agreed',
  rejected: 'Refused',
  withdrawn: 'Taken back',
} as const satisfies Record<ApprovalRequest['state'], string>

const staffRoleSuffix = (role: ApprovalRequest['staffRole']) => (role ? `: ${staffRoleTexts[role].name}` : '')

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const hourMs = 3_600_000

/** Time left to decide: `ends in 6 days`, `ends in 23 h`, `ends in 12 min`. */
export function endsText(expiresAt: string, nowMs: number): string {
  const leftMs = Date.parse(expiresAt) - nowMs
  if (leftMs <= 0) return 'has ended'
  const hours = Math.floor(leftMs / hourMs)
  if (hours >= 48) return `ends in ${Math.round(leftMs / (24 * hourMs))} days`
  if (hours >= 1) return `ends in ${hours} h`
  return `ends in ${Math.max(1, Math.floor(leftMs / 60_000))} min`
}
