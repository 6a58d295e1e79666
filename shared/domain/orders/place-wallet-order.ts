import { workAt } from '../../platform/due.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import type { Caller } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { accounts, announceWallets, type MovedWallets, postEntries, recordMovement } from '../wallet/index.ts'
import { announceOrder } from './announce-order.ts'
import { type DraftDeps, draftOrder, type OrderDraft, type OrderRequest } from './draft-order.ts'
import { findByKey, insertOrder } from './insert-order.ts'
import { queueDueWork } from './jobs.ts'
import { placedNoticeAt } from './move-order.ts'
import type { OrderDoc } from './order-model.ts'

type PlaceDeps = DraftDeps & Pick<Deps, 'queues' | 'publisher'>

/**
 * Takes an order paid from the wallet: debit and order in one transaction, so there is never one without the
 * other.
 * @throws what `draftOrder` throws, insufficient_balance
 */
export async function placeWalletOrder(
  deps: PlaceDeps,
  caller: Caller,
  request: OrderRequest,
): Promise<OrderDoc> {
  const first = await findByKey(caller, request.idempotencyKey)
  if (first) return first
  const draft = await draftOrder(deps, caller, request)
  const placed = await place(draft)
  if (!placed) return (await findByKey(caller, request.idempotencyKey)) as OrderDoc
  await queueDueWork(deps, placed.order)
  announceOrder(deps, placed.order)
  announceWallets(deps, placed.moved)
  return placed.order
}

/** Undefined when a twin with the same Idempotency-Key was first. */
async function place(draft: OrderDraft): Promise<{ order: OrderDoc; moved: MovedWallets } | undefined> {
  const at = draft.createdAt
  try {
    return await inTransaction(async (session) => {
      const moved = await postEntries(session, [debitOf(draft)], at)
      const walletTxnId = await recordMovement(session, draft, {
        kind: 'order_debit',
        amountPaise: -draft.pricePaise,
        orderid: draft.orderid,
        note: draft.item.name,
        at,
      })
      const order = await insertOrder(paidOrder(draft, walletTxnId), session)
      return { order, moved }
    })
  } catch (error) {
    if (isDuplicateKey(error) && draft.idempotencyKey) return undefined
    throw error
  }
}

const debitOf = (draft: OrderDraft) => ({
  kind: 'order_debit' as const,
  ref: draft.orderid,
  postings: [
    { account: accounts.wallet(draft.userId), amountPaise: -draft.pricePaise },
    { account: accounts.sales, amountPaise: draft.pricePaise },
  ],
})

function paidOrder(draft: OrderDraft, walletTxnId: string): OrderDoc {
  const at = draft.createdAt
  const byApi = draft.delivery === 'instant'
  return {
    ...draft,
    walletTxnId,
    status: 'Processing',
    payment: null,
    processingAt: at,
    attention: { kind: byApi ? 'trying' : 'by_hand', since: at, detail: '' },
    history: [{ version: 1, at, from: '', to: 'Processing', by: 'customer', reason: '' }],
    due: { ...draft.due, ...(byApi ? { fulfil: workAt(at) } : {}), notify: workAt(placedNoticeAt(at)) },
  }
}
