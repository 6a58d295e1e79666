import type { ClientSession } from 'mongoose'
import { taskAt } from '../../../platform/due-tasks.ts'
import { groupCommit } from '../../../platform/group-commit.ts'
import { insertValidated } from '../../../platform/insert-validated.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import {
  completedTransaction,
  ledgerAccounts,
  postEntries,
  postEntriesBatch,
  recordTransaction,
  recordTransactions,
  type UpdatedWallets,
  type WalletTransactionDoc,
} from '../../wallet/index.ts'
import { publishOrder } from '../change/publish-order.ts'
import { placedNotificationAt } from '../change/transition-order.ts'
import type { OrderDraft } from '../model/new-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { type DraftDeps, draftOrder, type OrderRequest, requireStillWanted } from './draft-order.ts'
import { placeOnce } from './place-once.ts'
import { makeUnlessRepeated } from './repeated-order.ts'

type PlaceDeps = DraftDeps & Pick<Deps, 'queues' | 'publisher'>

/**
 * Places an order paid from the wallet: debit and order are one transaction, so that neither exists without
 * the other. Concurrent orders share the transaction.
 * @throws what `makeUnlessRepeated` and `draftOrder` throw, stopped_by_customer, idempotency_key_reused,
 * insufficient_balance
 */
export async function placeWalletOrder(
  deps: PlaceDeps,
  caller: Caller,
  request: OrderRequest,
): Promise<OrderDoc> {
  const make = async () => {
    const draft = await draftOrder(deps, caller, request)
    await requireStillWanted(request)
    return debit(draft)
  }
  const placed = await placeOnce(caller, request, () => makeUnlessRepeated(deps, { caller, request }, make))
  if ('found' in placed) return placed.found
  const { order, moved } = placed.made
  await publishOrder(deps, { after: order, moved })
  return order
}

type Debited = { order: OrderDoc; moved: UpdatedWallets }

/** Debits that arrive while another one is running are batched. */
const debit = groupCommit<OrderDraft, Debited>({
  one: debitOne,
  many: debitMany,
  // Two tries of one request in a batch would make the whole batch fail.
  keyOf: (draft) => draft._id,
})

function debitOne(draft: OrderDraft): Promise<Debited> {
  return inTransaction(async (tx) => {
    const moved = await postEntries(tx, [debitEntry(draft)], draft.createdAt)
    const walletTxnId = await recordTransaction(tx, draft, transactionOf(draft, moved))
    const order = paidOrder(draft, walletTxnId)
    await insertValidated(OrderModel, [order], tx)
    return { order, moved }
  })
}

async function debitMany(tx: ClientSession, drafts: OrderDraft[]): Promise<(Debited | Error)[]> {
  const posted = await postEntriesBatch(
    tx,
    drafts.map((draft) => ({ entries: [debitEntry(draft)], at: draft.createdAt })),
  )
  const transactions: WalletTransactionDoc[] = []
  const debited = drafts.map((draft, index) => {
    const moved = posted[index]
    if (!(moved instanceof Map)) return moved ?? new Error(`nothing was posted for ${draft._id}`)
    const transaction = completedTransaction(draft, transactionOf(draft, moved))
    transactions.push(transaction)
    return { order: paidOrder(draft, transaction._id), moved }
  })
  if (transactions.length === 0) return debited
  await recordTransactions(tx, transactions)
  const orders = debited.flatMap((result) => (result instanceof Error ? [] : [result.order]))
  await insertValidated(OrderModel, orders, tx)
  return debited
}

const transactionOf = (draft: OrderDraft, moved: UpdatedWallets) => ({
  kind: 'order_debit' as const,
  amountPaise: -draft.pricePaise,
  orderid: draft._id,
  note: draft.item.name,
  at: draft.createdAt,
  moved,
})

const debitEntry = (draft: OrderDraft) => ({
  kind: 'order_debit' as const,
  ref: draft._id,
  postings: [
    { account: ledgerAccounts.wallet(draft.userId), amountPaise: -draft.pricePaise },
    { account: ledgerAccounts.sales, amountPaise: draft.pricePaise },
  ],
})

function paidOrder(draft: OrderDraft, walletTxnId: string): OrderDoc {
  const at = draft.createdAt
  const isInstant = draft.delivery === 'instant'
  return {
    ...draft,
    walletTxnId,
    status: 'Processing',
    payment: null,
    processingAt: at,
    pendingReason: pendingReasonOf(isInstant ? 'in_progress' : 'manual', { since: at }),
    history: [{ version: 1, at, from: '', to: 'Processing', by: 'customer', reason: '' }],
    due: {
      ...draft.due,
      ...(isInstant ? { fulfil: taskAt(at) } : {}),
      notify: taskAt(placedNotificationAt(at)),
    },
  }
}
