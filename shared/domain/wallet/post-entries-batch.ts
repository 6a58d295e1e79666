import { type ClientSession, Types } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { insertValidated } from '../../platform/insert-validated.ts'
import { timed } from '../../platform/slow-queries.ts'
import { JournalEntryModel } from './ledger-model.ts'
import {
  assertBalanced,
  entryRow,
  type JournalEntry,
  type UpdatedWallets,
  walletOwner,
} from './post-entries.ts'
import { type IWallet, WalletModel } from './wallet-model.ts'

/** The entries of one cause, posted all or none. */
export type PostingCause = { entries: JournalEntry[]; at: Date }

/**
 * `postEntries` for many causes, in their order, with one read and two writes for all of them. A refused cause leaves
 * the others unaffected.
 * @returns for each cause the wallets after it, or AppError insufficient_balance
 * @throws when a wallet was changed concurrently, a duplicate-key error when a cause was posted before, or when an
 * entry does not balance: the caller's transaction must end
 */
export async function postEntriesBatch(
  tx: ClientSession,
  causes: readonly PostingCause[],
): Promise<(UpdatedWallets | AppError)[]> {
  const entries = causes.flatMap((cause) => cause.entries)
  for (const entry of entries) assertBalanced(entry)
  const found = await findWallets(tx, entries)
  const wallets = new Map(found)
  const outcomes = causes.map((cause) => applyCause(cause, wallets))
  const rows = causes.flatMap((cause, index) =>
    outcomes[index] instanceof Error ? [] : cause.entries.map((entry) => entryRow(entry, cause.at)),
  )
  if (rows.length === 0) return outcomes
  // Wallets come first, so that a concurrent writer fails before it has written anything else.
  await updateWallets(tx, found, wallets)
  await insertValidated(JournalEntryModel, rows, tx)
  return outcomes
}

type Wallets = ReadonlyMap<string, IWallet>

async function findWallets(tx: ClientSession, entries: JournalEntry[]): Promise<Wallets> {
  const accounts = entries.flatMap((entry) => entry.postings.map(({ account }) => account))
  const owners = new Set(accounts.flatMap((account) => walletOwner(account) ?? []))
  const ids = [...owners].map((owner) => new Types.ObjectId(owner))
  const { collection } = WalletModel
  const filter = { _id: { $in: ids } }
  const query = { operation: 'find', collection: collection.name, args: { filter } }
  const wallets = await timed(query, () => collection.find<IWallet>(filter, { session: tx }).toArray())
  return new Map(wallets.map((wallet) => [String(wallet._id), wallet]))
}

/** Changes the wallets in memory, by all postings of a cause or by none. */
function applyCause({ entries }: PostingCause, wallets: Map<string, IWallet>): UpdatedWallets | AppError {
  const moved: UpdatedWallets = new Map()
  for (const { account, amountPaise } of entries.flatMap((entry) => entry.postings)) {
    const owner = walletOwner(account)
    if (owner === undefined) continue
    const { balancePaise = 0, version = 0 } = moved.get(owner) ?? wallets.get(owner) ?? {}
    const after = balancePaise + amountPaise
    if (after < 0) return new AppError('insufficient_balance')
    moved.set(owner, { _id: new Types.ObjectId(owner), balancePaise: after, version: version + 1 })
  }
  for (const [owner, wallet] of moved) wallets.set(owner, wallet)
  return moved
}

/** Changes each wallet by the sum of the postings, only if it is as it was read. */
async function updateWallets(tx: ClientSession, before: Wallets, after: Wallets): Promise<void> {
  const moves = [...after].flatMap(([owner, { _id, balancePaise, version }]) => {
    const previous = before.get(owner)
    if (previous?.version === version) return []
    const steps = version - (previous?.version ?? 0)
    const $inc = { balancePaise: balancePaise - (previous?.balancePaise ?? 0), version: steps }
    const filter = previous
      ? { _id, balancePaise: previous.balancePaise, version: previous.version }
      : { _id }
    return [{ updateOne: { filter, update: { $inc }, upsert: previous === undefined } }]
  })
  if (moves.length === 0) return
  const { collection } = WalletModel
  const query = { operation: 'bulkWrite', collection: collection.name }
  const { matchedCount, upsertedCount, modifiedCount } = await timed(query, () =>
    collection.bulkWrite(moves, { session: tx }),
  )
  const inserted = moves.filter(({ updateOne }) => updateOne.upsert).length
  if (
    upsertedCount !== inserted ||
    matchedCount !== moves.length - inserted ||
    modifiedCount !== matchedCount
  ) {
    throw new Error('a wallet was moved meanwhile')
  }
}
