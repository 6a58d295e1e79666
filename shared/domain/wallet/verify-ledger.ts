import type { ClientSession } from 'mongoose'
import { readSnapshot } from '../../platform/snapshot.ts'
import { foldLedger } from './fold-books.ts'
import { ledgerAccounts, JournalEntryModel } from './ledger-model.ts'
import { WalletModel } from './wallet-model.ts'

export type BalanceFault =
  | { kind: 'entry_unbalanced'; entry: string; sumPaise: number }
  | { kind: 'wallet_differs'; owner: string; balancePaise: number; foldPaise: number }
  | { kind: 'wallet_negative'; owner: string; balancePaise: number }

/** `postings` counts the postings of all entries. */
export type BalanceVerification = { entries: number; postings: number; accounts: number; faults: BalanceFault[] }

/**
 * Folds the whole ledger in the database and holds every wallet's balance against the sum of its postings. All of
 * it is read as it was at one moment, so that money may go on moving meanwhile.
 */
export function verifyBalances(): Promise<BalanceVerification> {
  return readSnapshot(foldEntries)
}

const ledger = {
  ...{ entries: JournalEntryModel, amount: 'amountPaise' },
  ...{ balances: WalletModel, balance: 'balancePaise', prefix: ledgerAccounts.wallet('') },
}

/** The same inside `readSnapshot`, whose first read it must be. */
export async function foldEntries(snapshot: ClientSession): Promise<BalanceVerification> {
  const { unbalanced, differing, negative, ...counts } = await foldLedger(ledger, snapshot)
  const differs = differing.map(({ owner, balance, fold }) => ({
    ...{ kind: 'wallet_differs' as const, owner },
    ...{ balancePaise: balance, foldPaise: fold },
  }))
  const below = negative.map(({ owner, balance }) => ({
    ...{ kind: 'wallet_negative' as const, owner, balancePaise: balance },
  }))
  const entries = unbalanced.map(({ entry, sum }) => ({ kind: 'entry_unbalanced' as const, entry, sumPaise: sum }))
  return { ...counts, faults: [...entries, ...differs, ...below] }
}
