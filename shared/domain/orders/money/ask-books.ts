import type { PaymentTrace } from '../../../contracts/payment-trace.ts'
import { readSnapshot } from '../../../platform/snapshot.ts'
import type { Deps } from '../../deps.ts'
import type { OrderDoc } from '../order-model.ts'
import { type PostedAmount, readOrderMoney } from './order-money.ts'

/** Holds the ledger's entries of an order against the order itself, both as they were at one moment. */
export async function traceInLedger(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  { _id }: Pick<OrderDoc, '_id'>,
): Promise<PaymentTrace> {
  const { expected, found } = await readSnapshot((snapshot) => readOrderMoney(snapshot, [_id]))
  const at = clock.now().toISOString()
  if (sums(expected) === sums(found)) return { kind: 'answered', at }
  log.error({ orderid: _id, expected, found }, 'the ledger differs from an order')
  return { kind: 'differ', at }
}

const sums = (list: readonly PostedAmount[]) =>
  list
    .map(({ cause, paise }) => `${cause}=${paise}`)
    .sort()
    .join()
