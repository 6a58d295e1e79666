export { adjustWallet, isAdjusted } from './adjust-wallet.ts'
export { publishWallets } from './publish-wallets.ts'
export { resolveTopUpDiscrepancy } from './resolve-top-up-discrepancy.ts'
export { confirmTopUp } from './confirm-top-up.ts'
export { countUnpaidTopUps } from './count-unpaid-top-ups.ts'
export { creditReviewedPayment } from './credit-reviewed-payment.ts'
export { expectedAdjustments } from './expected-adjustments.ts'
export {
  postingCause,
  creditedDiscrepancies,
  type ExpectedEntries,
  expectedDiscrepancyEntries,
  ledgerCauses,
} from './expected-entries.ts'
export { inconsistentTopUps, expectedTopUpEntries } from './expected-top-up-entries.ts'
export { findTopUp } from './find-top-up.ts'
export { foldLedger } from './fold-books.ts'
export { checkTopUpPayment, notifyTopUp } from './jobs.ts'
export {
  ledgerAccounts,
  type IJournalEntry,
  JournalEntryModel,
  type Posting,
  type PostingKind,
  postingKinds,
} from './ledger-model.ts'
export { countTransactions, listTransactions } from './list-movements.ts'
export {
  allTransactionsIndexes,
  changedTransactionsIndex,
  comparedKinds,
  type WalletTransactionDoc,
  type TransactionKind,
  WalletTransactionModel,
  transactionKinds,
  ofOrderIndex,
  ownerIndex,
  type WalletAfter,
} from './wallet-transaction-model.ts'
export { transactionView } from './transaction-view.ts'
export { notifyTopUpReceived } from './notify-top-up.ts'
export { openWallet } from './open-wallet.ts'
export { type UpdatedWallets, type JournalEntry, postEntries } from './post-entries.ts'
export { postEntriesBatch } from './post-entries-batch.ts'
export { completedTransaction, recordTransaction, recordTransactions } from './record-transaction.ts'
export { startTopUp } from './start-top-up.ts'
export {
  foldEntries,
  type BalanceVerification,
  type BalanceFault,
  verifyBalances,
} from './verify-ledger.ts'
export { walletBalancePaise, walletBalancesPaise } from './wallet-balance.ts'
export { walletStatement } from './wallet-books.ts'
export { type IWallet, WalletModel, walletsByBalance } from './wallet-model.ts'
export { monthOf } from './wallet-month.ts'
