export { adjustWallet, isAdjusted } from './adjust-wallet.ts'
export { clearTransaction, isTransactionOpen } from './clear-transaction.ts'
export { confirmTopUp } from './confirm-top-up.ts'
export { creditReviewedPayment } from './credit-reviewed-payment.ts'
export {
  creditedDiscrepancies,
  type ExpectedEntries,
  expectedAdjustments,
  expectedDiscrepancyEntries,
  ledgerCauses,
  postingCause,
} from './expected-entries.ts'
export { expectedTopUpEntries, inconsistentTopUps } from './expected-top-up-entries.ts'
export {
  type BalanceFault,
  type BalanceVerification,
  foldEntries,
  foldLedger,
  verifyBalances,
} from './fold-ledger.ts'
export { checkTopUpPayment, notifyTopUp } from './jobs.ts'
export {
  type IJournalEntry,
  JournalEntryModel,
  ledgerAccounts,
  type PostingKind,
  postingKinds,
} from './ledger-model.ts'
export { countTransactions, countUnpaidTopUps, findTopUp, listTransactions } from './list-transactions.ts'
export { notifyTopUpReceived } from './notify-top-up.ts'
export { type JournalEntry, postEntries, type UpdatedWallets } from './post-entries.ts'
export { postEntriesBatch } from './post-entries-batch.ts'
export { publishWallets } from './publish-wallets.ts'
export { completedTransaction, recordTransaction, recordTransactions } from './record-transaction.ts'
export { resolveTopUpDiscrepancy } from './resolve-top-up-discrepancy.ts'
export { transactionView } from './transaction-view.ts'
export { openWallet, walletBalancePaise, walletBalancesPaise, walletsTotalPaise } from './wallet-balance.ts'
export { type IWallet, WalletModel, walletsByBalance } from './wallet-model.ts'
export { walletMonthTotals, walletStatement } from './wallet-statement.ts'
export {
  allTransactionsIndexes,
  changedTransactionsIndex,
  comparedKinds,
  type IWalletTransaction,
  ofOrderIndex,
  ownerIndex,
  type TransactionKind,
  transactionKinds,
  type WalletAfter,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from './wallet-transaction-model.ts'
