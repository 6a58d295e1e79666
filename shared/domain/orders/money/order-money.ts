import type { ClientSession } from 'mongoose'
import { snapshotOptions } from '../../../platform/snapshot.ts'
import { LedgerModel, ledgerCauses } from '../../wallet/index.ts'
import { expectedOrderEntries } from '../ledger/expected-order-entries.ts'
import { OrderModel } from '../order-model.ts'

/** An entry of the ledger by its cause, `order_payment/JP1/7 wallet:…`, in paise. */
export type Cause = { cause: string; paise: number }

/** What may be in the ledger for an order once, whatever the order says of itself. */
const onceFor = ['order_debit', 'order_refund', 'order_share_refund'] as const

/** What orders say is in the ledger, and what the ledger has for them, both in the session of `readSnapshot`. */
export async function readOrderMoney(
  session: ClientSession,
  ids: readonly string[],
): Promise<{ expected: Cause[]; found: Cause[] }> {
  const expected = await OrderModel.aggregate<Cause>(
    [
      { $match: { _id: { $in: ids } } },
      ...expectedOrderEntries.pipeline,
      { $project: { cause: 1, paise: '$expectedPaise' } },
    ],
    snapshotOptions(session),
  )
  const sets = [
    ...expected.map(({ cause }) => setIdOf(cause)),
    ...ids.flatMap((id) => onceFor.map((kind) => `${kind}:${id}`)),
  ]
  const found = await LedgerModel.aggregate<Cause>(
    [{ $match: { _id: { $in: sets } } }, ...ledgerCauses, { $project: { cause: 1, paise: '$ledgerPaise' } }],
    snapshotOptions(session),
  )
  return { expected, found }
}

/** `order_payment/JP1/7 wallet:…` is the posting set `order_payment:JP1/7`. */
const setIdOf = (cause: string) => cause.replace(/ wallet:.*$/, '').replace('/', ':')
