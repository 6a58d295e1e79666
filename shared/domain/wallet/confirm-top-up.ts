import type { Deps } from '../deps.ts'
import { hasVisibleChange, type PaymentSteps, settlePayment } from '../payments/index.ts'
import { type TopUpChange, writeTopUp } from './change-top-up.ts'
import { ledgerAccounts } from './ledger-model.ts'
import { postEntries, type UpdatedWallets } from './post-entries.ts'
import { recordTransaction, walletAfter } from './record-transaction.ts'
import { decideTopUp, type TopUpDecision } from './top-up-rules.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from './wallet-transaction-model.ts'

type ConfirmDeps = Pick<Deps, 'clock' | 'env' | 'gatewayOf' | 'redis' | 'queues' | 'publisher' | 'log'>
type Steps = PaymentSteps<WalletTransactionDoc, TopUpDecision, UpdatedWallets>

/**
 * Checks a top-up's payment at the gateway and applies the answer; idempotent.
 * @returns the top-up as it is afterwards
 */
export async function confirmTopUp(
  deps: ConfirmDeps,
  transaction: WalletTransactionDoc,
): Promise<WalletTransactionDoc> {
  const steps: Steps = {
    clientTxnId: transaction._id,
    model: WalletTransactionModel,
    decide: decideTopUp,
    movesMoney: ({ creditPaise }) => creditPaise !== 0,
    write: (check, tx) => writeTopUp(deps, check.before, { ...topUpChangeOf(check), tx }),
    post,
    reload: () => WalletTransactionModel.findById(transaction._id).lean<WalletTransactionDoc | null>(),
  }
  return settlePayment(deps, transaction, steps)
}

function topUpChangeOf({ before, decision, at, patch }: Parameters<Steps['write']>[0]): TopUpChange {
  const { to, payment, creditPaise, isUnallocated, reason } = decision
  const isTransition = to !== before.status
  return {
    ...patch,
    set: { ...patch.set, ...(creditPaise > 0 && !isUnallocated ? { amountPaise: creditPaise } : {}) },
    due: creditPaise > 0 ? { notify: at } : {},
    ...(isTransition && { transition: { at, from: before.status, to, by: 'payments', reason } }),
    isVisible: isTransition || hasVisibleChange(before.payment, payment),
  }
}

const post: Steps['post'] = async ({ before, decision, at }, tx) => {
  const { payment, isUnallocated, creditPaise: amountPaise } = decision
  const entry = {
    kind: isUnallocated ? ('unallocated_payment' as const) : ('topup' as const),
    ref: `${before._id}/${payment.captures.at(-1)?.gatewayId}`,
    postings: [
      { account: ledgerAccounts.gateway(payment.gateway), amountPaise: -amountPaise },
      { account: ledgerAccounts.wallet(before.userId), amountPaise },
    ],
  }
  const moved = await postEntries(tx, [entry], at)
  if (isUnallocated) {
    const note = `Second payment for ${before._id}`
    await recordTransaction(tx, before, {
      kind: 'unallocated_payment',
      amountPaise,
      orderid: '',
      note,
      at,
      moved,
    })
  } else {
    const after = walletAfter(moved, before.userId, at)
    await WalletTransactionModel.updateOne(
      { _id: before._id },
      { $set: { after } },
      { session: tx, timestamps: false },
    )
  }
  return moved
}
