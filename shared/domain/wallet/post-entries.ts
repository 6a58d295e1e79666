import { type ClientSession, Types } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { insertValidated } from '../../platform/insert-validated.ts'
import {
  type IJournalEntry,
  JournalEntryModel,
  ledgerAccounts,
  type Posting,
  type PostingKind,
} from './ledger-model.ts'
import { type IWallet, WalletModel } from './wallet-model.ts'

export type JournalEntry = { kind: PostingKind; ref: string; postings: Posting[] }

/** The changed wallets after the postings, by owner. */
export type UpdatedWallets = Map<string, IWallet>

/**
 * The only writer of the ledger. Appends the entries and changes the wallets they touch, in the caller's transaction.
 * @throws AppError insufficient_balance when a wallet would fall below zero
 * @throws a duplicate-key error (see `isDuplicateKey`) when a cause was posted before
 */
export async function postEntries(
  tx: ClientSession,
  entries: JournalEntry[],
  at: Date,
): Promise<UpdatedWallets> {
  for (const entry of entries) assertBalanced(entry)
  const moved: UpdatedWallets = new Map()
  // Wallets come first, so that a concurrent writer fails before it has written anything else.
  for (const posting of entries.flatMap((entry) => entry.postings)) {
    const owner = walletOwner(posting.account)
    if (owner) moved.set(owner, await updateWallet(tx, owner, posting.amountPaise))
  }
  await insertValidated(
    JournalEntryModel,
    entries.map((entry) => entryRow(entry, at)),
    tx,
  )
  return moved
}

/** An entry as stored. Its id is its cause, so that nothing is posted twice. */
export const entryRow = (entry: JournalEntry, at: Date): IJournalEntry => ({
  _id: `${entry.kind}:${entry.ref}`,
  ...entry,
  currency: 'INR',
  at,
})

/** @throws when an entry does not balance or contains anything but whole paise: a programming error */
export function assertBalanced(entry: JournalEntry): void {
  const sum = entry.postings.reduce((total, posting) => total + posting.amountPaise, 0)
  const isValid = entry.postings.every(
    (posting) => Number.isSafeInteger(posting.amountPaise) && posting.amountPaise !== 0,
  )
  if (sum !== 0 || !isValid || entry.postings.length < 2) {
    throw new Error(`journal entry ${entry.kind}/${entry.ref} does not balance`)
  }
}

const walletPrefix = ledgerAccounts.wallet('')

export function walletOwner(account: string): string | undefined {
  return account.startsWith(walletPrefix) ? account.slice(walletPrefix.length) : undefined
}

async function updateWallet(tx: ClientSession, owner: string, amountPaise: number): Promise<IWallet> {
  const guard = amountPaise < 0 ? { balancePaise: { $gte: -amountPaise } } : {}
  const wallet = await WalletModel.findOneAndUpdate(
    { _id: new Types.ObjectId(owner), ...guard },
    { $inc: { balancePaise: amountPaise, version: 1 } },
    { session: tx, returnDocument: 'after', upsert: amountPaise > 0 },
  ).lean<IWallet | null>()
  if (!wallet) throw new AppError('insufficient_balance')
  return wallet
}
