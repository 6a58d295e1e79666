import type { ClientSession } from 'mongoose'
import { snapshotOptions } from '../../../platform/snapshot.ts'
import { JournalEntryModel, ledgerCauses } from '../../wallet/index.ts'
import { OrderModel } from '../model/order-model.ts'
import { expectedOrderEntries } from './expected-postings.ts'

/** A ledger entry by its cause, `order_payment/JP1/7 wallet:…`, in paise. */
export type PostedAmount = { cause: string; paise: number }

/** The entries that an order may have once, independent of its own fields. */
const onceFor = ['order_debit', 'order_refund', 'order_partial_refund'] as const

/** The entries that orders expect in the ledger, and those that the ledger has, both in one snapshot. */
export async function readOrderMoney(
  snapshot: ClientSession,
  ids: readonly string[],
): Promise<{ expected: PostedAmount[]; found: PostedAmount[] }> {
  const expected = await OrderModel.aggregate<PostedAmount>(
    [
      { $match: { _id: { $in: ids } } },
      ...expectedOrderEntries.pipeline,
      { $project: { cause: 1, paise: '$expectedPaise' } },
    ],
    snapshotOptions(snapshot),
  )
  const entries = [
    ...expected.map(({ cause }) => entryIdOf(cause)),
    ...ids.flatMap((id) => onceFor.map((kind) => `${kind}:${id}`)),
  ]
  const found = await JournalEntryModel.aggregate<PostedAmount>(
    [
      { $match: { _id: { $in: entries } } },
      ...ledgerCauses,
      { $project: { cause: 1, paise: '$ledgerPaise' } },
    ],
    snapshotOptions(snapshot),
  )
  return { expected, found }
}

/** The journal entry of a cause: `order_payment:JP1/7` for `order_payment/JP1/7 wallet:…`. */
const entryIdOf = (cause: string) => cause.replace(/ wallet:.*$/, '').replace('/', ':')
