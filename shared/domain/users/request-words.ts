import { formatPaise } from '../../contracts/money.ts'
import type { IUser } from '../accounts/index.ts'
import type { IApprovalRequest } from '../approvals/index.ts'
import { adjustmentText } from './balance-rules.ts'

/** Said when a second person has agreed and what was asked for has happened. */
export function approvedText({ kind, amountPaise, refund }: IApprovalRequest, { name }: IUser): string {
  switch (kind) {
    case 'balance':
      return adjustmentText(amountPaise, name)
    case 'staff_role':
      return `${name} is an admin now, and has to sign in again.`
    case 'owner':
      return 'Approved. The account of an owner was changed, and the owners get a mail.'
    case 'refund':
      return `${formatPaise(amountPaise)} of ${refund?.orderid ?? 'the order'} is in ${name}’s wallet.`
    default:
      return kind satisfies never
  }
}
