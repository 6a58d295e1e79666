import type { Evidence, LedgerEntry } from './evidence.ts'

/** The money of one order, in paise, by the ledger. */
export type OrderMoney = { paid: number; unallocated: number; refunded: number; refunds: LedgerEntry[] }

const refundKinds = (kind: string) => /refund/.test(kind)

/** Journal entries name their order at the start of `ref`: `JP…`, `JP…/bank reference`. */
export function moneyByOrder({ ledger }: Pick<Evidence, 'ledger'>): (orderid: string) => OrderMoney {
  const entries = Map.groupBy(ledger, (entry) => entry.ref.split('/')[0] ?? '')
  return (orderid) => {
    const own = entries.get(orderid) ?? []
    const refunds = own.filter((entry) => refundKinds(entry.kind))
    const of = (kinds: string[]) => total(own.filter((entry) => kinds.includes(entry.kind)))
    return {
      paid: of(['order_payment', 'order_debit']),
      unallocated: of(['unallocated_payment']),
      refunded: total(refunds),
      refunds,
    }
  }
}

const total = (entries: LedgerEntry[]) =>
  entries.reduce(
    (sum, entry) =>
      sum + entry.postings.reduce((more, { amountPaise }) => more + Math.max(0, amountPaise), 0),
    0,
  )
