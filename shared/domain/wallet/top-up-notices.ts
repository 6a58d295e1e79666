import type { Notification } from '../notifications/index.ts'
import type { WalletTransactionDoc } from './wallet-transaction-model.ts'

/** Pure. What a top-up's customer should know of its money: its own, and whatever came beside it. */
export function topUpNotifications(transaction: WalletTransactionDoc, balancePaise: number): Notification[] {
  const { _id: ref, customer: to, status, amountPaise, payment } = transaction
  const again = (payment?.captures ?? []).slice(1)
  const checked = (payment?.discrepancies ?? []).filter(({ resolution }) => resolution?.answer === 'credit')
  const more = [
    ...again.map((one) => ({ dedupeKey: one.gatewayId, amountPaise: one.amountPaise, isSecond: true })),
    ...checked.map((one) => ({ dedupeKey: one.id, amountPaise: one.inReviewPaise, isSecond: false })),
  ]
  return [
    ...(status === 'Success'
      ? [{ ref, to, kind: 'topup_received' as const, facts: { amountPaise, balancePaise } }]
      : []),
    ...more.map(({ dedupeKey, ...facts }) => ({
      ...{ ref, to, dedupeKey, kind: 'topup_more' as const },
      facts: { ...facts, balancePaise },
    })),
  ]
}
