import type { ClientSession } from 'mongoose'
import { snapshotOptions } from '../../../platform/snapshot.ts'
import { JournalEntryModel, ledgerCauses } from '../../wallet/index.ts'
import { OrderModel } from '../model/order-model.ts'
import { expectedOrderEntries } from './expected-postings.ts'

/** An entry of the ledger by its cause, `order_payment/JP1/7 wallet:…`, in paise. */
export type PostedAmount = { cause: string; paise: number }

/** What may be in the ledger for an order once, whatever the order says of itself. */
const onceFor = ['order_debit', 'order_refund', 'order_partial_refund'] as const

/** What orders say is in the ledger, and what the ledger has for them, both in the session of `readSnapshot`. */
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

/** `order_payment/JP1/7 wallet:…` is the journal entry `order_payment:JP1/7`. */
const entryIdOf = (cause: string) => cause.replace(/ wallet:.*$/, '').replace('/', ':')
