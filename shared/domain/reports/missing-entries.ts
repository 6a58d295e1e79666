import type { Model } from 'mongoose'
import { formatPaise } from '../../contracts/money.ts'
import type { ExceptionKind } from '../../contracts/reconciliation.ts'
import {
  type ExpectedEntries,
  type IJournalEntry,
  JournalEntryModel,
  type PostingKind,
} from '../wallet/index.ts'
import type { Finding } from './reconciliation-model.ts'

/** What a missing entry means, by its kind. */
const missingKinds: Readonly<Record<PostingKind, ExceptionKind>> = {
  topup: 'paid_not_booked',
  order_payment: 'paid_not_booked',
  unallocated_payment: 'paid_not_booked',
  reviewed_payment: 'paid_not_booked',
  order_debit: 'booked_not_paid',
  order_refund: 'refund_without_credit',
  order_partial_refund: 'refund_without_credit',
  adjustment: 'refund_without_credit',
  points_redeemed: 'refund_without_credit',
}

const documentTexts: Partial<Record<PostingKind, string>> = {
  order_debit: 'Paid from the wallet',
  order_refund: 'Refunded',
  order_partial_refund: 'Partial refund',
}

type ExpectedSum = { cause: string; expectedPaise: number }
type Document = { _id: string }

/**
 * Compares the entries that documents expect with the ledger. Both are read by id.
 * @param pipeline gives a document's expected entries, as for the nightly check
 */
export async function missingEntries<T extends Document>(
  model: Model<T>,
  pipeline: ExpectedEntries['pipeline'],
  ids: readonly string[],
): Promise<Finding[]> {
  if (ids.length === 0) return []
  const expected = await model.aggregate<ExpectedSum>([{ $match: { _id: { $in: [...ids] } } }, ...pipeline])
  const expectedEntries = expected.map(({ cause, expectedPaise }) => ({ ...readCause(cause), expectedPaise }))
  const entries = await JournalEntryModel.find({
    _id: { $in: expectedEntries.map(({ entryId }) => entryId) },
  }).lean<IJournalEntry[]>()
  const byId = new Map(entries.map((entry) => [entry._id, entry]))
  return expectedEntries.flatMap(({ entryId, kind, ref, expectedPaise, account }) => {
    const entry = byId.get(entryId)
    const bookedPaise = entry ? paiseOf(entry, account) : 0
    if (entry && bookedPaise === expectedPaise) return []
    const document = ref.split('/')[0] ?? ref
    const amount = formatPaise(Math.abs(expectedPaise), { exact: true })
    return [
      {
        about: entryId,
        kind: entry ? ('amount_differs' as const) : missingKinds[kind],
        ref: document,
        of: document.startsWith('JT') ? ('topup' as const) : ('order' as const),
        external: `${documentTexts[kind] ?? 'Paid'}: ${amount}`,
        internal: entry
          ? `${formatPaise(Math.abs(bookedPaise), { exact: true })} in the ledger`
          : 'Nothing in the ledger',
        amountPaise: Math.abs(expectedPaise - bookedPaise),
      },
    ]
  })
}

/** Parses `order_refund/JP… wallet:65f…`. */
function readCause(cause: string) {
  const [name = '', account] = cause.split(' ')
  const slash = name.indexOf('/')
  const kind = name.slice(0, slash) as PostingKind
  const ref = name.slice(slash + 1)
  return { kind, ref, account, entryId: `${kind}:${ref}` }
}

/** The amount posted to the wallet, or, without one, the amount paid. */
function paiseOf({ postings }: IJournalEntry, account: string | undefined): number {
  if (account) return postings.find((posting) => posting.account === account)?.amountPaise ?? 0
  return postings.reduce((sum, { amountPaise }) => sum + Math.max(0, amountPaise), 0)
}
