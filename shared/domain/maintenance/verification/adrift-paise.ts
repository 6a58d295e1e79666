import type { LedgerFault } from './verify-ledger.ts'

/** Pure. The sum of the amounts by which money differs, in paise. Points and contradicting documents are no money. */
export const adriftPaise = (faults: readonly LedgerFault[]): number =>
  faults.reduce((sum, fault) => sum + Math.abs(differenceOf(fault)), 0)

function differenceOf(fault: LedgerFault): number {
  switch (fault.kind) {
    case 'entry_unbalanced':
      return fault.sumPaise
    case 'wallet_differs':
      return fault.balancePaise - fault.foldPaise
    case 'wallet_negative':
      return fault.balancePaise
    case 'cause_differs':
      return fault.ledgerPaise - fault.expectedPaise
    case 'sealed_sum_differs':
      return fault.account.startsWith('money/') ? fault.kept - fault.fold : 0
    default:
      return 0
  }
}
