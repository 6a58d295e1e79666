import type { PaymentDiscrepancy } from '@jhatpat/shared/contracts/payments.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'

export const discrepanciesText = (count: number): string =>
  count === 1 ? '1 payment needs a person' : `${count} payments need a person`

export function discrepancyTitle({ kind, orderRef, client_txn_id }: PaymentDiscrepancy): string {
  switch (kind) {
    case 'reference_changed':
      return 'Another bank reference'
    case 'amount_changed':
      return 'Another amount'
    case 'reference_reused':
      return orderRef === client_txn_id ? 'Bank reference came twice' : 'Bank reference is another’s'
    default:
      return kind satisfies never
  }
}

/** What was recorded before, and for which other order. */
export function knownText({ kind, known, orderRef, client_txn_id }: PaymentDiscrepancy): string {
  return kind === 'reference_reused' && orderRef !== client_txn_id
    ? `${known} of ${groupId(orderRef)}`
    : known
}
