import { type SupplierName, supplierAccounts } from '../../../contracts/api-types.ts'
import { amountTenThousandths } from '../../purchasing/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { boardIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'

/** How many orders are read and written in one batch. */
const batchSize = 100

type Waiting = {
  kind: 'supplier_deferred' | 'supplier_unavailable'
  /** The funds for the retries, in ten-thousandths of the account's currency; unlimited if omitted. */
  left?: number
}

/**
 * Retries the orders that wait for an account now instead of at the end of their delay, longest waiting
 * first, while its funds cover the next unit of each. Orders that need an admin, or that began to wait after
 * this call, are left out.
 * @returns the number of orders
 */
export async function retryDeferredUnits(
  deps: PublishDeps,
  account: SupplierName,
  { kind, left = Number.POSITIVE_INFINITY }: Waiting,
): Promise<number> {
  const now = deps.clock.now()
  const waiting = OrderModel.find({
    status: 'Processing',
    'pendingReason.needsAction': false,
    'pendingReason.kind': kind,
    'pendingReason.since': { $lte: now },
    'item.apiType': { $in: supplierAccounts[account] },
    pendingCompletion: null,
  })
    .sort({ processingAt: 1, _id: 1 })
    .hint(boardIndex)
    .batchSize(batchSize)
    .lean<OrderDoc[]>()
    .cursor()
  let available = left
  let retried = 0
  let batch: OrderDoc[] = []
  const retryBatch = async () => {
    const changed = await Promise.all(batch.map((order) => retryNow(deps, order, { kind, now })))
    retried += changed.filter(Boolean).length
    batch = []
  }
  for await (const order of waiting) {
    const cost = nextUnitCost(order)
    // An unpriced unit is retried unless nothing is left.
    if (available < Math.max(cost, 1)) break
    available -= cost
    batch.push(order)
    if (batch.length === batchSize) await retryBatch()
  }
  await retryBatch()
  return retried
}

const nextUnitCost = ({ units }: OrderDoc): number =>
  amountTenThousandths(units.find(({ state }) => state === 'planned')?.cost ?? '') ?? 0

const retryNow = (deps: PublishDeps, order: OrderDoc, { kind, now }: Pick<Waiting, 'kind'> & { now: Date }) =>
  changeOrder(deps, order, {
    guard: {
      status: 'Processing',
      pendingCompletion: null,
      'pendingReason.kind': kind,
      'due.fulfil.seq': order.due.fulfil.seq,
    },
    set: { pendingReason: pendingReasonOf('in_progress', { since: now }) },
    due: { fulfil: now },
  })
