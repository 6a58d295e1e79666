import { type ClientSession, Types } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { insertValidated } from '../../platform/insert-validated.ts'
import { accounts, type ILedgerSet, LedgerModel, type Posting, type PostingKind } from './ledger-model.ts'
import { type IWallet, WalletModel } from './wallet-model.ts'

export type PostingSet = { kind: PostingKind; ref: string; postings: Posting[] }

/** Balances of the wallets that moved, by owner, after the postings. */
export type MovedWallets = Map<string, IWallet>

/**
 * The one writer of the ledger. Appends the sets and moves the wallets they touch, inside the caller's
 * transaction, so that all of it happens or none.
 * @throws AppError insufficient_balance when a wallet would fall below zero
 * @throws a duplicate-key error (see `isDuplicateKey`) when a cause was posted before
 */
export async function postEntries(
  session: ClientSession,
  sets: PostingSet[],
  at: Date,
): Promise<MovedWallets> {
  for (const set of sets) checkSet(set)
  const moved: MovedWallets = new Map()
  // The wallets first: whoever races for one finds out at once, before it has written anything else.
  for (const posting of sets.flatMap((set) => set.postings)) {
    const owner = walletOwner(posting.account)
    if (owner) moved.set(owner, await moveWallet(session, owner, posting.amountPaise))
  }
  await insertValidated(
    LedgerModel,
    sets.map((set) => rowOf(set, at)),
    session,
  )
  return moved
}

/** A set as the ledger keeps it. Its id is its cause, so that nothing is posted twice. */
export const rowOf = (set: PostingSet, at: Date): ILedgerSet => ({
  _id: `${set.kind}:${set.ref}`,
  ...set,
  currency: 'INR',
  at,
})

/** @throws when a set does not balance or holds something other than whole paise: a mistake in the program */
export function checkSet(set: PostingSet): void {
  const sum = set.postings.reduce((total, posting) => total + posting.amountPaise, 0)
  const whole = set.postings.every(
    (posting) => Number.isSafeInteger(posting.amountPaise) && posting.amountPaise !== 0,
  )
  if (sum !== 0 || !whole || set.postings.length < 2) {
    throw new Error(`posting set ${set.kind}/${set.ref} does not balance`)
  }
}

const walletPrefix = accounts.wallet('')

export function walletOwner(account: string): string | undefined {
  return account.startsWith(walletPrefix) ? account.slice(walletPrefix.length) : undefined
}

async function moveWallet(session: ClientSession, owner: string, amountPaise: number): Promise<IWallet> {
  const guard = amountPaise < 0 ? { balancePaise: { $gte: -amountPaise } } : {}
  const wallet = await WalletModel.findOneAndUpdate(
    { _id: new Types.ObjectId(owner), ...guard },
    { $inc: { balancePaise: amountPaise, version: 1 } },
    { session, returnDocument: 'after', upsert: amountPaise > 0 },
  ).lean<IWallet | null>()
  if (!wallet) throw new AppError('insufficient_balance')
  return wallet
}
