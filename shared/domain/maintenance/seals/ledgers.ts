import { createHash } from 'node:crypto'
import type { Model } from 'mongoose'
import { isoDayOf, startOfIstDay } from '../../../platform/clock.ts'
import { PointsBalanceModel, PointsEntryModel, pointAccounts, pointKinds } from '../../points/index.ts'
import { JournalEntryModel, ledgerAccounts, postingKinds, WalletModel } from '../../wallet/index.ts'

/** An entry of either ledger, as it is hashed. */
export type AnyEntry = { _id: string; at: Date } & Record<string, unknown>

// biome-ignore lint/suspicious/noExplicitAny: each ledger has documents of its own
type AnyModel = Model<any>

/** A ledger whose days are sealed, with the stored balances of its owners' accounts. */
export type Ledger = {
  /** Prefix of the ids of its seals and sums. */
  name: 'money' | 'points'
  model: AnyModel
  kinds: readonly string[]
  /** Field of a posting's amount. */
  amount: string
  balances: AnyModel
  /** Field of a balance. */
  balance: string
  /** Prefix of an owner's account. */
  prefix: string
}

export const moneyLedger: Ledger = {
  name: 'money',
  model: JournalEntryModel,
  kinds: postingKinds,
  amount: 'amountPaise',
  balances: WalletModel,
  balance: 'balancePaise',
  prefix: ledgerAccounts.wallet(''),
}
export const pointsLedger: Ledger = {
  name: 'points',
  model: PointsEntryModel,
  kinds: pointKinds,
  amount: 'hundredths',
  balances: PointsBalanceModel,
  balance: 'hundredths',
  prefix: pointAccounts.owner(''),
}
export const ledgers: readonly Ledger[] = [moneyLedger, pointsLedger]

/** Matches the ids of a ledger's seals, or of its sums. */
export const idsOf = ({ name }: Ledger) => ({ $gt: `${name}/`, $lt: `${name}0` })

export const maxPartEntries = 1_000
/** Bytes of an entry's id hash and of its content hash. */
export const hashBytes = 8

/** The entries of a day, read in batches by the index of times. */
export function entriesOfDay({ model }: Ledger, day: string): AsyncIterable<AnyEntry> {
  return model
    .find({ at: { $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) } })
    .sort({ at: 1, _id: 1 })
    .batchSize(maxPartEntries)
    .lean()
    .cursor() as unknown as AsyncIterable<AnyEntry>
}

export const nextDay = (day: string): string => isoDayOf(startOfIstDay(day, 1))

export const idHash = (entry: AnyEntry): Buffer => hash(entry._id)

/** Fields are sorted by name: their order in the database has no meaning. */
export const contentHash = (entry: AnyEntry): Buffer =>
  hash(JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))))

const hash = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, hashBytes)
