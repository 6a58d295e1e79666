import type { PipelineStage } from 'mongoose'
import { longRead } from '../../../platform/snapshot.ts'
import { type Ledger, moneyLedger } from '../seals/ledgers.ts'
import type { LedgerFault } from './verify-money.ts'
import { maxFaults, nothing, type Stage, type Step } from './step.ts'

/** Entries that one step reads. */
const batch = 10_000

type Faulty = { _id: unknown; cause: string; sum: number; isMisnamed: boolean }
type Counted = { entries: number; postings: number; last: unknown }

/**
 * Whether each entry sums to zero and has its cause as its id: comparisons by ranges of ids would miss it otherwise.
 * Entries never change, so that no snapshot is needed.
 * @param since only entries from then on; all of them without it
 */
export const entryStage = (ledger: Ledger, since: Date | undefined): Stage => ({
  name: `entries of ${ledger.name}`,
  step: (from) => (since ? openEntries(ledger, since) : nextEntries(ledger, from)),
})

async function nextEntries(ledger: Ledger, from: string): Promise<Step> {
  // `$expr` compares across types, so that ids which are not text are read, too.
  const after = from === '' ? {} : { $expr: { $gt: ['$_id', from] } }
  const some = [{ $match: after }, { $sort: { _id: 1 as const } }, { $limit: batch }]
  return readEntries(ledger, some)
}

async function openEntries(ledger: Ledger, since: Date): Promise<Step> {
  return { ...(await readEntries(ledger, [{ $match: { at: { $gte: since } } }])), next: undefined }
}

async function readEntries(ledger: Ledger, some: PipelineStage[]): Promise<Step> {
  const [counted] = await ledger.model.aggregate<Counted>([...some, count], longRead)
  if (!counted) return { ...nothing, next: undefined, faults: [] }
  const faulty = await ledger.model.aggregate<Faulty>([...some, ...findFaulty(ledger)], longRead)
  const { entries, postings, last } = counted
  return {
    ...nothing,
    ...(ledger === moneyLedger ? { entries, postings } : {}),
    faults: faulty.flatMap(faultsOf(ledger)),
    next: typeof last === 'string' ? last : undefined,
  }
}

const count = {
  $group: {
    _id: null,
    entries: { $sum: 1 },
    postings: { $sum: { $size: '$postings' } },
    last: { $max: '$_id' },
  },
}

const findFaulty = ({ kinds, amount }: Ledger): PipelineStage[] => [
  {
    $project: {
      cause: { $concat: ['$kind', '/', '$ref'] },
      sum: { $sum: `$postings.${amount}` },
      isMisnamed: {
        $or: [
          { $ne: ['$_id', { $concat: ['$kind', ':', '$ref'] }] },
          { $not: [{ $in: ['$kind', [...kinds]] }] },
        ],
      },
    },
  },
  { $match: { $expr: { $or: ['$isMisnamed', { $ne: ['$sum', 0] }] } } },
  { $limit: maxFaults },
]

const faultsOf =
  ({ name }: Ledger) =>
  ({ _id, cause, sum, isMisnamed }: Faulty): LedgerFault[] => {
    const misnamed: LedgerFault[] = isMisnamed ? [{ kind: 'entry_misnamed', entry: String(_id), cause }] : []
    if (sum === 0) return misnamed
    const unbalanced: LedgerFault =
      name === 'money'
        ? { kind: 'entry_unbalanced', entry: cause, sumPaise: sum }
        : { kind: 'points_unbalanced', entry: cause, sum }
    return [...misnamed, unbalanced]
  }
