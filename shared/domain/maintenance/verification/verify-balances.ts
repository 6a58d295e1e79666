import type { ClientSession } from 'mongoose'
import { longSnapshotOptions, readSnapshot, snapshotOptions } from '../../../platform/snapshot.ts'
import { type ILedgerBalance, LedgerBalanceModel } from '../seals/balance-model.ts'
import { type Ledger, moneyLedger } from '../seals/ledgers.ts'
import { type LastSummed, lastSummedDay, sumThrough } from '../seals/sum-days.ts'
import type { LedgerFault } from './verify-money.ts'
import { byCode, type IdRange, objectIdFrom, withPrefix } from './id-range.ts'
import { nothing, type Stage, type Step } from './step.ts'

/** What one step compares at most; more entries only where a single account has them. */
const [maxBalances, maxEntries] = [2_000, 20_000]

/**
 * Whether each balance is what its entries add up to, in ranges of owners with a snapshot each. With `isWhole` all
 * entries are added up, and those of sealed days are compared with the sums that are kept of them; without it the
 * entries of the open days are added to these sums.
 */
export const balanceStage = (ledger: Ledger, isComplete: boolean): Stage => ({
  name: `balances of ${ledger.name}`,
  async step(from): Promise<Step> {
    const to = await endOf(ledger, from, isComplete)
    const read = await readSnapshot((snapshot) => readOwners(ledger, { from, to }, { snapshot, isComplete }))
    const balances = ledger === moneyLedger ? read.balances.size : 0
    return { ...nothing, next: to, balances, faults: compare(ledger, read, isComplete) }
  },
})

/** What the entries of an account add up to that were read, and those of the sealed days among them. */
type Fold = { all: number; sealed: number }
const noFold: Fold = { all: 0, sealed: 0 }

/** By owner. */
type Read = {
  last: LastSummed | undefined
  balances: Map<string, number>
  sums: Map<string, ILedgerBalance>
  folds: Map<string, Fold>
}

type Reading = { snapshot: ClientSession; isComplete: boolean }

async function readOwners(ledger: Ledger, range: IdRange, reading: Reading): Promise<Read> {
  const options = snapshotOptions(reading.snapshot)
  // In the same snapshot, because a day may be sealed meanwhile.
  const last = await lastSummedDay(ledger, options)
  const balances = await ledger.balances.find(ownersIn(range), { [ledger.balance]: 1 }, options).lean()
  const sums = await LedgerBalanceModel.find(sumsIn(ledger, range), null, options).lean()
  const folds = await foldAccounts(ledger, range, { ...reading, last })
  const ownerOf = (id: string) => id.slice(id.indexOf(ledger.prefix) + ledger.prefix.length)
  return {
    last,
    balances: new Map(
      balances.map((one: Record<string, unknown>) => [String(one._id), Number(one[ledger.balance])]),
    ),
    sums: new Map(sums.map((one) => [ownerOf(one._id), one])),
    folds: new Map(folds.map(({ _id, ...fold }) => [ownerOf(_id), fold])),
  }
}

const sumsIn = ({ name, prefix }: Ledger, range: IdRange) => ({ _id: withPrefix(`${name}/${prefix}`, range) })

function ownersIn({ from, to }: IdRange): object {
  const [first, end] = [objectIdFrom(from), to === undefined ? undefined : objectIdFrom(to)]
  if (!first) return { _id: { $in: [] } }
  return { _id: { $gte: first, ...(end ? { $lt: end } : {}) } }
}

function foldAccounts(
  { model, amount, prefix }: Ledger,
  range: IdRange,
  { snapshot, isComplete, last }: Reading & Pick<Read, 'last'>,
): Promise<({ _id: string } & Fold)[]> {
  const account = withPrefix(prefix, range)
  const openOnly = last && !isComplete ? { at: { $gte: last.endsAt } } : {}
  const moved = `$postings.${amount}`
  const isSealed = { $lt: ['$at', last?.endsAt ?? new Date(0)] }
  return model
    .aggregate<{ _id: string } & Fold>(
      [
        { $match: { postings: { $elemMatch: { account } }, ...openOnly } },
        { $unwind: '$postings' },
        { $match: { 'postings.account': account } },
        {
          $group: {
            _id: '$postings.account',
            all: { $sum: moved },
            sealed: { $sum: { $cond: [isSealed, moved, 0] } },
          },
        },
      ],
      longSnapshotOptions(snapshot),
    )
    .hint('account_history')
}

function compare(ledger: Ledger, { last, balances, sums, folds }: Read, isComplete: boolean): LedgerFault[] {
  const owners = [...new Set([...balances.keys(), ...sums.keys(), ...folds.keys()])].sort(byCode)
  return owners.flatMap((owner) => {
    const { all, sealed } = folds.get(owner) ?? noFold
    const kept = last ? sumThrough(sums.get(owner), last.day) : 0
    const balance = balances.get(owner) ?? 0
    const fold = isComplete ? all : kept + all
    return [
      ...(balance === fold ? [] : [differs(ledger, { owner, balance, fold })]),
      ...(balance < 0 ? [negative(ledger, { owner, balance, fold })] : []),
      ...(last && isComplete && kept !== sealed
        ? [sumDiffers(`${ledger.prefix}${owner}`, { day: `${ledger.name}/${last.day}`, kept, fold: sealed })]
        : []),
    ]
  })
}

type Compared = { owner: string; balance: number; fold: number }

const differs = ({ name }: Ledger, { owner, balance, fold }: Compared): LedgerFault =>
  name === 'money'
    ? { kind: 'wallet_differs', owner, balancePaise: balance, foldPaise: fold }
    : { kind: 'points_differ', owner, balance, fold }

const negative = ({ name }: Ledger, { owner, balance, fold }: Compared): LedgerFault =>
  name === 'money'
    ? { kind: 'wallet_negative', owner, balancePaise: balance }
    : { kind: 'points_negative', owner, balance, fold }

const sumDiffers = (account: string, one: { day: string; kept: number; fold: number }): LedgerFault => ({
  ...{ kind: 'sealed_sum_differs', account },
  ...one,
})

/**
 * The owner at which the range from `from` on ends, so that neither too many balances nor too many entries are in it;
 * undefined for the last range.
 */
async function endOf(ledger: Ledger, from: string, isComplete: boolean): Promise<string | undefined> {
  const last = isComplete ? undefined : await lastSummedDay(ledger)
  const rest: IdRange = { from }
  const [balance, sum, entry] = await Promise.all([
    ledger.balances.findOne(ownersIn(rest)).sort({ _id: 1 }).skip(maxBalances).select('_id').lean(),
    LedgerBalanceModel.findOne(sumsIn(ledger, rest)).sort({ _id: 1 }).skip(maxBalances).select('_id').lean(),
    entryAfter(ledger, rest, last),
  ])
  const { name, prefix } = ledger
  const ends = [balance && String(balance._id), sum?._id.slice(`${name}/${prefix}`.length), entry]
  const [end] = ends.filter((one) => typeof one === 'string').sort(byCode)
  if (end === undefined) return undefined
  // The next text after `from`: a range of a single account.
  return end > from ? end : `${from}\u0000`
}

/** The owner of the account whose entry is beyond what one step reads, by the index that the step reads. */
async function entryAfter(
  { model, prefix }: Ledger,
  range: IdRange,
  last: LastSummed | undefined,
): Promise<string | undefined> {
  const since = last ? { at: { $gte: last.endsAt } } : {}
  const [key] = await model.collection
    .find({ postings: { $elemMatch: { account: withPrefix(prefix, range) } }, ...since })
    .hint('account_history')
    .skip(maxEntries)
    .limit(1)
    .returnKey(true)
    .toArray()
  return key?.['postings.account']?.slice(prefix.length)
}
