import { OrderModel } from '../orders/index.ts'
import { type Capture, isBankReference } from '../payments/index.ts'
import { WalletTransactionModel } from '../wallet/index.ts'
import type { Finding } from './reconciliation-model.ts'

type Holder = { _id: string; payment: { captures: Capture[] } | null }

/** Of the references of some payments those that another payment has too. Only banks' own twelve digits are unique. */
export async function findDuplicateReferences(captures: readonly Pick<Capture, 'bankReference'>[]): Promise<Finding[]> {
  const references = [...new Set(captures.map((one) => one.bankReference))].filter(isBankReference)
  if (references.length === 0) return []
  // `$gt` repeats the index's own condition.
  const where = { 'payment.captures.bankReference': { $in: references, $gt: '' } }
  const [orders, topUps] = await Promise.all([
    OrderModel.find(where, '_id payment.captures').lean<Holder[]>(),
    WalletTransactionModel.find(where, '_id payment.captures').lean<Holder[]>(),
  ])
  return references.flatMap((reference) => {
    const holders = [...orders, ...topUps].flatMap(({ _id, payment }) =>
      (payment?.captures ?? [])
        .filter((one) => one.bankReference === reference)
        .map(({ amountPaise }) => ({ _id, amountPaise })),
    )
    const [first, second] = holders.toSorted((a, b) => a._id.localeCompare(b._id))
    if (!first || !second) return []
    return [
      {
        about: reference,
        ...{ kind: 'reference_twice' as const, ref: second._id, amountPaise: second.amountPaise },
        of: second._id.startsWith('JT') ? ('topup' as const) : ('order' as const),
        ...{ external: `Reference ${reference}`, internal: `Booked under ${first._id} and ${second._id}` },
      },
    ]
  })
}
