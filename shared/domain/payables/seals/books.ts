import { createHash } from 'node:crypto'
import type { Model } from 'mongoose'
import { isoDayOf, startOfIstDay } from '../../../platform/clock.ts'
import { PointSetModel, PointsModel, pointAccounts, pointKinds } from '../../points/index.ts'
import { accounts, LedgerModel, postingKinds, WalletModel } from '../../wallet/index.ts'

/** What is hashed of a set, whichever ledger it is in. */
export type AnySet = { _id: string; at: Date } & Record<string, unknown>

// biome-ignore lint/suspicious/noExplicitAny: each ledger has documents of its own
type AnyModel = Model<any>

/** A ledger whose days are sealed, with the balances that are kept of its owners' accounts. */
export type Book = {
  /** What the ids of its seals and sums begin with. */
  name: 'money' | 'points'
  model: AnyModel
  kinds: readonly string[]
  /** The field of a posting's amount. */
  amount: string
  balances: AnyModel
  /** The field of a balance. */
  balance: string
  /** What an owner's account begins with. */
  prefix: string
}

export const moneyBook: Book = {
  ...{ name: 'money', model: LedgerModel, kinds: postingKinds, amount: 'amountPaise' },
  ...{ balances: WalletModel, balance: 'balancePaise', prefix: accounts.wallet('') },
}
export const pointBook: Book = {
  ...{ name: 'points', model: PointSetModel, kinds: pointKinds, amount: 'hundredths' },
  ...{ balances: PointsModel, balance: 'hundredths', prefix: pointAccounts.owner('') },
}
export const books: readonly Book[] = [moneyBook, pointBook]

/** Matches the ids of a ledger's seals, or of its sums. */
export const idsOf = ({ name }: Book) => ({ $gt: `${name}/`, $lt: `${name}0` })

export const partSets = 1_000
/** Bytes of a set's id and of its contents. */
export const hashBytes = 8

/** The sets of a day, read in batches by the index of times. */
export function setsOfDay({ model }: Book, day: string): AsyncIterable<AnySet> {
  return model
    .find({ at: { $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) } })
    .sort({ at: 1, _id: 1 })
    .batchSize(partSets)
    .lean()
    .cursor() as unknown as AsyncIterable<AnySet>
}

export const nextDay = (day: string): string => isoDayOf(startOfIstDay(day, 1))

export const idHash = (set: AnySet): Buffer => hash(set._id)

/** The names of fields are sorted: their order in the database means nothing. */
export const contentHash = (set: AnySet): Buffer =>
  hash(JSON.stringify(Object.entries(set).sort(([a], [b]) => (a < b ? -1 : 1))))

const hash = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, hashBytes)
