export { adjustWallet, wasAdjusted } from './adjust-wallet.ts'
export { publishWallets } from './publish-wallets.ts'
export { closeTopUpDoubt } from './close-top-up-doubt.ts'
export { confirmTopUp } from './confirm-top-up.ts'
export { countUnpaidTopUps } from './count-unpaid-top-ups.ts'
export { creditHeldPayment } from './credit-held-payment.ts'
export { expectedAdjustments } from './expected-adjustments.ts'
export {
  causeOf,
  creditedDoubts,
  type ExpectedEntries,
  expectedDoubtEntries,
  ledgerCauses,
} from './expected-entries.ts'
export { contradictoryTopUps, expectedTopUpEntries } from './expected-top-up-entries.ts'
export { findTopUp } from './find-top-up.ts'
export { foldBooks } from './fold-books.ts'
export { checkTopUpPayment, notifyTopUp } from './jobs.ts'
export {
  accounts,
  type ILedgerSet,
  LedgerModel,
  type Posting,
  type PostingKind,
  postingKinds,
} from './ledger-model.ts'
export { countMovements, listMovements } from './list-movements.ts'
export {
  allMovementsIndexes,
  changedMovementsIndex,
  comparedKinds,
  type MovementDoc,
  type MovementKind,
  MovementModel,
  movementKinds,
  ofOrderIndex,
  ownerIndex,
  type WalletAfter,
} from './movement-model.ts'
export { movementView } from './movement-view.ts'
export { notifyTopUpReceived } from './notify-top-up.ts'
export { openWallet } from './open-wallet.ts'
export { type MovedWallets, type PostingSet, postEntries } from './post-entries.ts'
export { postGroup } from './post-group.ts'
export { finalMovement, recordMovement, recordMovements } from './record-movement.ts'
export { startTopUp } from './start-top-up.ts'
export {
  foldLedger,
  type LedgerCheck,
  type LedgerFault,
  verifyLedger,
} from './verify-ledger.ts'
export { walletBalancePaise, walletBalancesPaise } from './wallet-balance.ts'
export { walletBooks } from './wallet-books.ts'
export { type IWallet, WalletModel, walletsByBalance } from './wallet-model.ts'
export { monthOf } from './wallet-month.ts'
