import type { ClientSession } from 'mongoose'
import { AppError } from '../../../platform/app-error.ts'
import { groupCommit, ItemFailure } from '../../../platform/batches/index.ts'
import { taskAt } from '../../../platform/due-tasks.ts'
import { IdempotencyKeyModel, type IIdempotencyKey } from '../../../platform/idempotency-model.ts'
import { insertValidated } from '../../../platform/insert-validated.ts'
import { inTransaction, isDuplicateKey } from '../../../platform/mongo.ts'
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
import { type DraftDeps, draftOrder, type OrderRequest } from './draft-order.ts'
import { findPlaced } from './place-once.ts'
import { makeUnlessRepeated } from './repeated-order.ts'

type PlaceDeps = DraftDeps & Pick<Deps, 'queues' | 'publisher'>

/** Its `keyRecord` is undefined where the client sent no Idempotency-Key. */
type WalletOrderRequest = OrderRequest & { keyRecord: IIdempotencyKey | undefined }

/**
 * Places an order paid from the wallet: debit, order and the record of the request's Idempotency-Key are one
 * transaction, so that none exists without the others. Concurrent orders share the transaction.
 * @throws what `makeUnlessRepeated` and `draftOrder` throw, insufficient_balance, idempotency_in_flight when
 * the key has a record
 */
export async function placeWalletOrder(
  deps: PlaceDeps,
  caller: Caller,
  request: WalletOrderRequest,
): Promise<OrderDoc> {
  const make = async () => {
    const draft = await draftOrder(deps, caller, request)
    return debit({ draft, keyRecord: request.keyRecord }).catch((error: unknown) =>
      findDebited(caller, request, error),
    )
  }
  const { order, moved } = await makeUnlessRepeated(deps, { caller, request }, make)
  await publishOrder(deps, { after: order, moved })
  return order
}

type Debited = { order: OrderDoc; moved?: UpdatedWallets }

/** A commit whose reply was lost may have taken effect: the order's id, which is new, then shows it. */
async function findDebited(caller: Caller, request: WalletOrderRequest, error: unknown): Promise<Debited> {
  if (error instanceof AppError) throw error
  if (isRepeated(request, error)) throw new AppError('idempotency_in_flight', { cause: error })
  const order = await findPlaced(caller, request)
  if (order) return { order }
  throw error
}

type Debit = { draft: OrderDraft; keyRecord: IIdempotencyKey | undefined }

/** Debits that arrive while another one is running are batched. */
const debit = groupCommit<Debit, Debited>({
  one: debitOne,
  many: debitMany,
  // Of two requests of one key in a batch the second would make the batch run again.
  keyOf: ({ draft, keyRecord }) => keyRecord?._id ?? draft._id,
})

function debitOne({ draft, keyRecord }: Debit): Promise<Debited> {
  return inTransaction(async (tx) => {
    const moved = await postEntries(tx, [debitEntry(draft)], draft.createdAt)
    const walletTxnId = await recordTransaction(tx, draft, transactionOf(draft, moved))
    const order = paidOrder(draft, walletTxnId)
    await insertValidated(OrderModel, [order], tx)
    if (keyRecord) await insertValidated(IdempotencyKeyModel, [keyRecord], tx)
    return { order, moved }
  })
}

async function debitMany(tx: ClientSession, debits: Debit[]): Promise<(Debited | Error)[]> {
  const posted = await postEntriesBatch(
    tx,
    debits.map(({ draft }) => ({ entries: [debitEntry(draft)], at: draft.createdAt })),
  )
  const transactions: WalletTransactionDoc[] = []
  const keyRecords: IIdempotencyKey[] = []
  const debited = debits.map(({ draft, keyRecord }, index) => {
    const moved = posted[index]
    if (!(moved instanceof Map)) return moved ?? new Error(`nothing was posted for ${draft._id}`)
    const transaction = completedTransaction(draft, transactionOf(draft, moved))
    transactions.push(transaction)
    if (keyRecord) keyRecords.push(keyRecord)
    return { order: paidOrder(draft, transaction._id), moved }
  })
  if (transactions.length === 0) return debited
  await recordTransactions(tx, transactions)
  const orders = debited.flatMap((result) => (result instanceof Error ? [] : [result.order]))
  await insertValidated(OrderModel, orders, tx)
  if (keyRecords.length > 0)
    await insertValidated(IdempotencyKeyModel, keyRecords, tx).catch((error: unknown) => {
      const repeated = debits.find((one) => isRepeated(one, error))
      throw repeated ? new ItemFailure(repeated, error) : error
    })
  return debited
}

/** Whether a write failed because the key's record exists. */
const isRepeated = ({ keyRecord }: Pick<Debit, 'keyRecord'>, error: unknown): boolean =>
  keyRecord !== undefined && isDuplicateKey(error, keyRecord._id)

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
