import { workAt } from '../../../platform/due.ts'
import { inTransaction } from '../../../platform/mongo.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { accounts, type MovedWallets, postEntries, recordMovement } from '../../wallet/index.ts'
import { attentionOf } from '../change/attention.ts'
import { placedNoticeAt } from '../change/move-order.ts'
import { tellOrder } from '../change/tell-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { type DraftDeps, draftOrder, type OrderDraft, type OrderRequest } from './draft-order.ts'
import { placeOnce } from './place-once.ts'

type PlaceDeps = DraftDeps & Pick<Deps, 'queues' | 'publisher'>

/**
 * Takes an order paid from the wallet: debit and order in one transaction, so there is never one without the
 * other.
 * @throws what `draftOrder` throws, idempotency_key_reused, insufficient_balance
 */
export async function placeWalletOrder(
  deps: PlaceDeps,
  caller: Caller,
  request: OrderRequest,
): Promise<OrderDoc> {
  const placed = await placeOnce(caller, request, async () => debit(await draftOrder(deps, caller, request)))
  if ('found' in placed) return placed.found
  const { order, moved } = placed.made
  await tellOrder(deps, { after: order, moved })
  return order
}

function debit(draft: OrderDraft): Promise<{ order: OrderDoc; moved: MovedWallets }> {
  const at = draft.createdAt
  return inTransaction(async (session) => {
    const moved = await postEntries(session, [debitOf(draft)], at)
    const walletTxnId = await recordMovement(session, draft, {
      kind: 'order_debit',
      amountPaise: -draft.pricePaise,
      orderid: draft._id,
      note: draft.item.name,
      at,
      moved,
    })
    const order = paidOrder(draft, walletTxnId)
    await OrderModel.insertMany([order], { session })
    return { order, moved }
  })
}

const debitOf = (draft: OrderDraft) => ({
  kind: 'order_debit' as const,
  ref: draft._id,
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
    attention: attentionOf(byApi ? 'trying' : 'by_hand', { since: at }),
    history: [{ version: 1, at, from: '', to: 'Processing', by: 'customer', reason: '' }],
    due: { ...draft.due, ...(byApi ? { fulfil: workAt(at) } : {}), notify: workAt(placedNoticeAt(at)) },
  }
}
