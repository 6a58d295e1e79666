import type { Evidence, LedgerSet } from './evidence.ts'

/** The money of one order, in paise, by the ledger. */
export type OrderMoney = { paid: number; strayed: number; refunded: number; refunds: LedgerSet[] }

const refundKinds = (kind: string) => /refund/.test(kind)

/** Sets name their order at the start of `ref`: `JP…`, `JP…/bank reference`. */
export function moneyByOrder({ ledger }: Pick<Evidence, 'ledger'>): (orderid: string) => OrderMoney {
  const sets = Map.groupBy(ledger, (set) => set.ref.split('/')[0] ?? '')
  return (orderid) => {
    const own = sets.get(orderid) ?? []
    const refunds = own.filter((set) => refundKinds(set.kind))
    const of = (kinds: string[]) => total(own.filter((set) => kinds.includes(set.kind)))
    return {
      paid: of(['order_payment', 'order_debit']),
      strayed: of(['stray_payment']),
      refunded: total(refunds),
      refunds,
    }
  }
}

const total = (sets: LedgerSet[]) =>
  sets.reduce(
    (sum, set) => sum + set.postings.reduce((more, { amountPaise }) => more + Math.max(0, amountPaise), 0),
    0,
  )
