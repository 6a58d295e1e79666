import { endOf, isEndedByPayment } from '../change/order-end.ts'
import type { OrderDoc } from '../order-model.ts'

/** Money that did not buy the order and is in the wallet. `dedupeKey`: the gateway's id, or the discrepancy's. */
export type WalletCredit = { at: Date; amountPaise: number; dedupeKey: string; reference?: string }

type Credited = Pick<OrderDoc, 'status' | 'ended' | 'history' | 'payment'>

/**
 * Pure. The credit that ended the order, whatever was credited before or after, and all others; without `ending` where
 * money did not end it.
 */
export function walletCredits(order: Credited): { ending?: WalletCredit; others: WalletCredit[] } {
  const credits = creditsOf(order)
  const endedAt = isEndedByPayment(order) ? endOf(order)?.at.getTime() : undefined
  if (endedAt === undefined) return { others: credits }
  const distance = ({ at }: WalletCredit) => Math.abs(at.getTime() - endedAt)
  const [ending] = credits.toSorted((a, b) => distance(a) - distance(b))
  return { ...(ending && { ending }), others: credits.filter((one) => one !== ending) }
}

/** Pure. Payments that were credited by themselves, then those that a person credited. */
function creditsOf({ payment }: Pick<OrderDoc, 'payment'>): WalletCredit[] {
  const { captures = [], discrepancies = [] } = payment ?? {}
  const captured = captures
    .filter(({ allocatedTo }) => allocatedTo === 'wallet')
    .map(({ at, amountPaise, bankReference: reference, gatewayId: dedupeKey }) => ({
      ...{ at, amountPaise, reference, dedupeKey },
    }))
  const checked = discrepancies.flatMap(({ id, resolution, inReviewPaise, kind, told }): WalletCredit[] => {
    if (resolution?.answer !== 'credit') return []
    const reference = kind === 'amount_changed' ? {} : { reference: told }
    return [{ at: resolution.at, amountPaise: inReviewPaise, dedupeKey: id, ...reference }]
  })
  return [...captured, ...checked]
}
