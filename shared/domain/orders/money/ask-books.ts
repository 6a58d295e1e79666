import type { ClientSession } from 'mongoose'
import type { MoneyAsked } from '../../../contracts/money-asked.ts'
import { atMoment, atOneMoment } from '../../../platform/at-one-moment.ts'
import type { Deps } from '../../deps.ts'
import { LedgerModel, ledgerCauses } from '../../wallet/index.ts'
import { expectedOrderEntries } from '../ledger/expected-order-entries.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

type Cause = { cause: string; paise: number }

/** What may stand in the ledger for an order once, whatever the order says of itself. */
const onceFor = ['order_debit', 'order_refund', 'order_share_refund'] as const

/** Holds the ledger's entries of an order against the order itself, both as they were at one moment. */
export async function askBooks(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  { _id }: Pick<OrderDoc, '_id'>,
): Promise<MoneyAsked> {
  const { expected, found } = await atOneMoment((session) => readBoth(session, _id))
  const at = clock.now().toISOString()
  if (sums(expected) === sums(found)) return { kind: 'answered', at }
  log.error({ orderid: _id, expected, found }, 'the ledger differs from an order')
  return { kind: 'differ', at }
}

async function readBoth(session: ClientSession, _id: string): Promise<{ expected: Cause[]; found: Cause[] }> {
  const expected = await OrderModel.aggregate<Cause>(
    [
      { $match: { _id } },
      ...expectedOrderEntries.pipeline,
      { $project: { cause: 1, paise: '$expectedPaise' } },
    ],
    atMoment(session),
  )
  const ids = [...expected.map(({ cause }) => setIdOf(cause)), ...onceFor.map((kind) => `${kind}:${_id}`)]
  const found = await LedgerModel.aggregate<Cause>(
    [{ $match: { _id: { $in: ids } } }, ...ledgerCauses, { $project: { cause: 1, paise: '$ledgerPaise' } }],
    atMoment(session),
  )
  return { expected, found }
}

/** `order_payment/JP1/7 wallet:…` is the posting set `order_payment:JP1/7`. */
const setIdOf = (cause: string) => cause.replace(/ wallet:.*$/, '').replace('/', ':')

const sums = (list: readonly Cause[]) =>
  list
    .map(({ cause, paise }) => `${cause}=${paise}`)
    .sort()
    .join()
