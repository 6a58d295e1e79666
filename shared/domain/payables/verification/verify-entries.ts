import type { PipelineStage } from 'mongoose'
import { longRead } from '../../../platform/snapshot.ts'
import { type Book, moneyBook } from '../seals/books.ts'
import type { MoneyFault } from '../verify-money.ts'
import { maxFaults, nothing, type Stage, type Step } from './step.ts'

/** Entries that one step reads. */
const batch = 10_000

type Faulty = { _id: unknown; cause: string; sum: number; isMisnamed: boolean }
type Counted = { sets: number; entries: number; last: unknown }

/**
 * Whether each entry sums to zero and has its cause as its id: comparisons by ranges of ids would miss it otherwise.
 * Entries never change, so that no snapshot is needed.
 * @param since only entries from then on; all of them without it
 */
export const entryStage = (book: Book, since: Date | undefined): Stage => ({
  name: `entries of ${book.name}`,
  step: (from) => (since ? openEntries(book, since) : nextEntries(book, from)),
})

async function nextEntries(book: Book, from: string): Promise<Step> {
  // `$expr` compares across types, so that ids which are not text are read, too.
  const after = from === '' ? {} : { $expr: { $gt: ['$_id', from] } }
  const some = [{ $match: after }, { $sort: { _id: 1 as const } }, { $limit: batch }]
  return readEntries(book, some)
}

async function openEntries(book: Book, since: Date): Promise<Step> {
  return { ...(await readEntries(book, [{ $match: { at: { $gte: since } } }])), next: undefined }
}

async function readEntries(book: Book, some: PipelineStage[]): Promise<Step> {
  const [counted] = await book.model.aggregate<Counted>([...some, count], longRead)
  if (!counted) return { ...nothing, next: undefined, faults: [] }
  const faulty = await book.model.aggregate<Faulty>([...some, ...findFaulty(book)], longRead)
  const { sets, entries, last } = counted
  return {
    ...nothing,
    ...(book === moneyBook ? { sets, entries } : {}),
    faults: faulty.flatMap(faultsOf(book)),
    next: typeof last === 'string' ? last : undefined,
  }
}

const count = {
  $group: {
    _id: null,
    sets: { $sum: 1 },
    entries: { $sum: { $size: '$postings' } },
    last: { $max: '$_id' },
  },
}

const findFaulty = ({ kinds, amount }: Book): PipelineStage[] => [
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
  ({ name }: Book) =>
  ({ _id, cause, sum, isMisnamed }: Faulty): MoneyFault[] => {
    const misnamed: MoneyFault[] = isMisnamed ? [{ kind: 'entry_misnamed', entry: String(_id), cause }] : []
    if (sum === 0) return misnamed
    const unbalanced: MoneyFault =
      name === 'money'
        ? { kind: 'set_unbalanced', set: cause, sumPaise: sum }
        : { kind: 'points_unbalanced', set: cause, sum }
    return [...misnamed, unbalanced]
  }
