import type { PaymentTrace } from '../../../contracts/payment-trace.ts'
import { withTimeout } from '../../../platform/with-timeout.ts'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { type SupplierAnswer, type IUnit, lookupPurchase } from '../../fulfilment/index.ts'
import { recordSupplierAnswer } from '../fulfil/answer-unit.ts'
import type { OrderDoc } from '../order-model.ts'

export type SupplierTraceDeps = Pick<
  Deps,
  'clock' | 'env' | 'suppliers' | 'redis' | 'queues' | 'publisher' | 'log' | 'shutdownSignal' | 'purchaseLog'
>

/**
 * Asks the supplier what became of the pack that an order waits for, where it can be asked about one: nothing is bought
 * by it. A delivery or a certain refusal is taken at once and ends the order; everything else is the workers' to judge,
 * who ask at their own pace.
 * @param waitMs then it counts as silent; the answer is taken all the same when it comes
 */
export async function traceAtSupplier(deps: SupplierTraceDeps, order: OrderDoc, waitMs: number): Promise<PaymentTrace> {
  const at = deps.clock.now().toISOString()
  if (order.completedAt) return { kind: 'known', at: order.completedAt.toISOString() }
  const target = order.status === 'Processing' ? targetOf(deps, order) : undefined
  if (!target) return { kind: 'not_asked', at }
  const asked = ask(deps, order, target)
  const answer = await withTimeout(waitMs, asked, (error) =>
    deps.log.error({ err: error, orderid: order._id }, 'supplier check failed'),
  )
  return { kind: answer && isTold(answer) ? 'answered' : 'silent', at }
}

type Target = { supplier: Supplier; index: number; unit: IUnit }

/** The pack that a supplier can be asked about: it may have it, and keeps a record that it tells. */
function targetOf({ suppliers }: SupplierTraceDeps, { item, delivery, units }: OrderDoc): Target | undefined {
  const supplier = delivery === 'instant' ? suppliers.forApiType(item.apiType)?.supplier : undefined
  const index = units.findIndex(({ state }) => state !== 'delivered')
  const unit = units[index]
  if (!unit || supplier?.evidence !== 'lookup') return undefined
  const account = suppliers.accountOf(supplier, unit.accountId)
  const mayHaveIt = unit.state === 'unknown' || (unit.state === 'sending' && unit.supplierOrderId !== '')
  return mayHaveIt && account ? { supplier: account, index, unit } : undefined
}

async function ask(
  deps: SupplierTraceDeps,
  order: OrderDoc,
  { supplier, index, unit }: Target,
): Promise<SupplierAnswer | undefined> {
  const looked = await lookupPurchase(deps, supplier, () =>
    supplier.lookupPurchase({ unitRef: unit.ref, supplierOrderId: unit.supplierOrderId || undefined }),
  )
  if (looked.kind !== 'answered') return undefined
  const { answer } = looked
  if (answer.kind === 'delivered' || answer.kind === 'returned') {
    await recordSupplierAnswer(deps, order, { index, unit, supplier, answer })
  }
  return answer
}

const isTold = ({ kind }: SupplierAnswer): boolean => !['unknown', 'unavailable', 'rate_limited'].includes(kind)
