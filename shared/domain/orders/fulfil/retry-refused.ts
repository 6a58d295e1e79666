import { type SupplierName, supplierAccounts } from '../../../contracts/api-types.ts'
import { attentionOf } from '../change/attention.ts'
import { changeOrder } from '../change/change-order.ts'
import type { TellDeps } from '../change/tell-order.ts'
import { boardIndex } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

/** So many at once: the next time brings the rest. */
const atOnce = 200

/**
 * Tries again now what an account has refused for something that may pass, instead of at the end of a wait of up to a
 * quarter of an hour; the longest waiting first. What a person has to decide by now is left to them.
 * @returns how many orders
 */
export async function retryRefused(deps: TellDeps, account: SupplierName): Promise<number> {
  const waiting = await OrderModel.find({
    ...{ status: 'Processing', 'attention.forPerson': false, 'attention.kind': 'supplier_refused' },
    'item.apiType': { $in: supplierAccounts[account] },
    closing: null,
  })
    .sort({ processingAt: 1, _id: 1 })
    .hint(boardIndex)
    .limit(atOnce)
    .lean<OrderDoc[]>()
  const now = deps.clock.now()
  const tried = await Promise.all(
    waiting.map((order) =>
      changeOrder(deps, order, {
        guard: {
          ...{ status: 'Processing', closing: null, 'attention.kind': 'supplier_refused' },
          'due.fulfil.seq': order.due.fulfil.seq,
        },
        set: { attention: attentionOf('trying', { since: now }) },
        due: { fulfil: now },
      }),
    ),
  )
  return tried.filter((order) => order !== undefined).length
}
