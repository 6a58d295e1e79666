import type { ClientSession } from 'mongoose'
import { readSnapshot } from '../../platform/snapshot.ts'
import { foldBooks } from './fold-books.ts'
import { accounts, LedgerModel } from './ledger-model.ts'
import { WalletModel } from './wallet-model.ts'

export type LedgerFault =
  | { kind: 'set_unbalanced'; set: string; sumPaise: number }
  | { kind: 'wallet_differs'; owner: string; balancePaise: number; foldPaise: number }
  | { kind: 'wallet_negative'; owner: string; balancePaise: number }

/** `entries` counts the postings of all sets. */
export type LedgerCheck = { sets: number; entries: number; accounts: number; faults: LedgerFault[] }

/**
 * Folds the whole ledger in the database and holds every wallet's balance against the sum of its postings. All of
 * it is read as it was at one moment, so that money may go on moving meanwhile.
 */
export function verifyLedger(): Promise<LedgerCheck> {
  return readSnapshot(foldLedger)
}

const books = {
  ...{ sets: LedgerModel, amount: 'amountPaise' },
  ...{ balances: WalletModel, balance: 'balancePaise', prefix: accounts.wallet('') },
}

/** The same inside `readSnapshot`, whose first read it must be. */
export async function foldLedger(session: ClientSession): Promise<LedgerCheck> {
  const { unbalanced, differing, negative, ...counts } = await foldBooks(books, session)
  const differs = differing.map(({ owner, balance, fold }) => ({
    ...{ kind: 'wallet_differs' as const, owner },
    ...{ balancePaise: balance, foldPaise: fold },
  }))
  const below = negative.map(({ owner, balance }) => ({
    ...{ kind: 'wallet_negative' as const, owner, balancePaise: balance },
  }))
  const sets = unbalanced.map(({ set, sum }) => ({ kind: 'set_unbalanced' as const, set, sumPaise: sum }))
  return { ...counts, faults: [...sets, ...differs, ...below] }
}
