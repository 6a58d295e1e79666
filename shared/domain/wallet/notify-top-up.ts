import { earliest, nextTask } from '../../platform/due-tasks.ts'
import type { SetFields } from '../../platform/typed-update.ts'
import type { Deps } from '../deps.ts'
import { type Notification, notifyCustomer } from '../notifications/index.ts'
import { notifyTopUp } from './jobs.ts'
import { walletBalancePaise } from './wallet-balance.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from './wallet-transaction-model.ts'

/** Notifies the customer of the money received for a top-up, once each. A failed notification is retried later. */
export async function notifyTopUpReceived(
  deps: Pick<Deps, 'mail' | 'sms' | 'clock' | 'log' | 'env' | 'queues'>,
  transactionId: string,
  seq: number,
): Promise<void> {
  const transaction = await WalletTransactionModel.findById(transactionId).lean<WalletTransactionDoc | null>()
  if (transaction?.due.notify.seq !== seq || transaction.due.notify.at === null) return
  const currentNotifications = async () =>
    topUpNotifications(transaction, await walletBalancePaise(String(transaction.userId)))
  const retryTimes: (Date | undefined)[] = []
  for (const notification of await currentNotifications()) {
    const { kind, dedupeKey } = notification
    const { againAt } = await notifyCustomer(deps, notification, async () =>
      (await currentNotifications()).find(
        (current) => current.kind === kind && current.dedupeKey === dedupeKey,
      ),
    )
    retryTimes.push(againAt)
  }
  const next = nextTask(transaction.due.notify, earliest(retryTimes))
  const updated = await WalletTransactionModel.updateOne(
    { _id: transaction._id, 'due.notify.seq': seq },
    { $set: { 'due.notify': next } satisfies SetFields<WalletTransactionDoc> },
    { timestamps: false },
  )
  if (next.at && updated.modifiedCount === 1) {
    await deps.queues.enqueue(notifyTopUp, transaction._id, { at: next.at, seq: next.seq })
  }
}

/** Pure. The notifications about a top-up's money: its payment, and any further ones. */
function topUpNotifications(transaction: WalletTransactionDoc, balancePaise: number): Notification[] {
  const { _id: ref, customer: to, status, amountPaise, payment } = transaction
  const furtherCaptures = (payment?.captures ?? []).slice(1)
  const credited = (payment?.discrepancies ?? []).filter(({ resolution }) => resolution?.answer === 'credit')
  const more = [
    ...furtherCaptures.map((item) => ({
      dedupeKey: item.gatewayId,
      amountPaise: item.amountPaise,
      isSecond: true,
    })),
    ...credited.map((item) => ({ dedupeKey: item.id, amountPaise: item.inReviewPaise, isSecond: false })),
  ]
  return [
    ...(status === 'Success'
      ? [{ ref, to, kind: 'topup_received' as const, facts: { amountPaise, balancePaise } }]
      : []),
    ...more.map(({ dedupeKey, ...facts }) => ({
      ref,
      to,
      dedupeKey,
      kind: 'topup_more' as const,
      facts: { ...facts, balancePaise },
    })),
  ]
}
