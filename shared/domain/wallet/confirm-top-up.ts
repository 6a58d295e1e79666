import type { ClientSession } from 'mongoose'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import {
  hasVisibleChange,
  type PaymentCheck,
  type PaymentPatch,
  reserveReference,
  settlePayment,
  writeFirst,
} from '../payments/index.ts'
import { type TopUpChange, writeTopUp } from './change-top-up.ts'
import { ledgerAccounts } from './ledger-model.ts'
import { postEntries, type UpdatedWallets } from './post-entries.ts'
import { recordTransaction, walletAfter } from './record-transaction.ts'
import { decideTopUp, type TopUpDecision } from './top-up-rules.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from './wallet-transaction-model.ts'

type ConfirmDeps = Pick<Deps, 'clock' | 'env' | 'gatewayOf' | 'redis' | 'queues' | 'publisher' | 'log'>

/**
 * Checks a top-up's payment at the gateway and applies the answer; idempotent.
 * @returns the top-up as it is afterwards
 */
export function confirmTopUp(
  deps: ConfirmDeps,
  transaction: WalletTransactionDoc,
): Promise<WalletTransactionDoc> {
  return settlePayment(deps, transaction, {
    clientTxnId: transaction._id,
    model: WalletTransactionModel,
    reload: () => WalletTransactionModel.findById(transaction._id).lean<WalletTransactionDoc | null>(),
    commit: (before, check) => commitCheck(deps, before, check),
  })
}

/** Writes what the check decides, with its bank reference and its money in one transaction. */
async function commitCheck(
  deps: ConfirmDeps,
  before: WalletTransactionDoc,
  check: PaymentCheck,
): Promise<{ publish(): Promise<WalletTransactionDoc> } | undefined> {
  const { at, reservation } = check
  const decision = decideTopUp(before, check.payment, check.result)
  const movesMoney = decision.creditPaise !== 0
  const write = (tx?: ClientSession) =>
    writeFirst(check.patchesFor(decision.payment), (patch) =>
      writeTopUp(deps, before, { ...topUpChangeOf(before, decision, { at, patch }), tx }),
    )
  if (!movesMoney && !reservation) return write()
  return inTransaction(async (tx) => {
    const written = await write(tx)
    if (!written) return undefined
    if (reservation) await reserveReference(tx, reservation)
    const moved = movesMoney ? await post(tx, before, { decision, at }) : undefined
    return { publish: () => written.publish(moved) }
  })
}

function topUpChangeOf(
  before: WalletTransactionDoc,
  decision: TopUpDecision,
  { at, patch }: { at: Date; patch: PaymentPatch },
): TopUpChange {
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

async function post(
  tx: ClientSession,
  before: WalletTransactionDoc,
  { decision, at }: { decision: TopUpDecision; at: Date },
): Promise<UpdatedWallets> {
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
