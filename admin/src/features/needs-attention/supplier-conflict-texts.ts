import type { SupplierConflict } from '@jhatpat/shared/contracts/supplier-conflicts.ts'

export const supplierConflictsKey = ['admin', 'supplierConflicts']

export const supplierConflictsText = (count: number): string =>
  count === 1 ? 'A supplier contradicts 1 closed order' : `Suppliers contradict ${count} closed orders`

export function supplierConflictTitle({ kind }: SupplierConflict): string {
  switch (kind) {
    case 'delivered_after_refund':
      return 'Delivered after the refund'
    case 'not_delivered':
      return 'Not delivered after all'
    case 'delivered_twice':
      return 'Delivered once more'
    case 'older_attempt_accepted':
      return 'Accepted after it was sent again'
    case 'account_changed':
      return 'Bought from an earlier account'
    case 'check_failed':
      return 'The order breaks a rule'
    case 'answer_disproved':
      return 'Answered against the evidence'
    default:
      return kind satisfies never
  }
}

/** How it can be resolved. */
export function supplierConflictAdvice({ kind, customer, status }: SupplierConflict): string {
  switch (kind) {
    case 'delivered_after_refund':
      return `${customer} has the goods and the money. Nothing is taken back here: agree on it with ${customer}.`
    case 'not_delivered':
      return `${customer} was told of a delivery that never was. Deliver it, or set the order to Refunded within 48 hours.`
    case 'delivered_twice':
      return `${customer} may have the pack twice. Ask the supplier whether it takes one back.`
    case 'older_attempt_accepted':
      return 'The supplier accepted an earlier attempt. Find this order id at the supplier and cancel it, or count it as the delivery.'
    case 'account_changed':
      return 'Look for it in the list of the account that it was bought from: its credentials are not set here any more, so it is not asked about.'
    case 'answer_disproved':
      return status === 'Completed'
        ? `Look for it in the supplier’s list. If it did not arrive, set the order to Refunded within 48 hours and write to ${customer}.`
        : `Look for it in the supplier’s list. If it did arrive, ${customer} has the goods and the money: agree on it with ${customer}.`
    case 'check_failed':
      return 'Compare the order with the ledger and with the supplier before anything is done about it. Once this is closed, an open order goes on by itself; its supplier is bought from again when the incident is ended.'
    default:
      return kind satisfies never
  }
}
