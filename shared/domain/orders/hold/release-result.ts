import { supplierNameFor } from '../../../contracts/api-types.ts'
import type { Deps } from '../../deps.ts'
import { recordRelease } from '../../incidents/index.ts'
import type { SupplierAnswer } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'

type NoteDeps = Pick<Deps, 'clock' | 'publisher' | 'log'>

/**
 * Tells the valve what came of a call for an order that was let out. The answer is in the order already: where this can
 * not be written, the work goes on without it.
 * @param sentAt when the pack was sent, whatever was asked since; null: there is nothing to count
 */
export async function recordReleaseResult(
  deps: NoteDeps,
  { _id, hold, item }: Pick<OrderDoc, '_id' | 'hold' | 'item'>,
  { sentAt, isGood }: { sentAt: Date | null; isGood: boolean | undefined },
): Promise<void> {
  const account = supplierNameFor(item.apiType)
  if (!hold?.releasedAt || !account || !sentAt || isGood === undefined) return
  try {
    await recordRelease(deps, hold, { account, sentAt, isGood })
  } catch (error) {
    deps.log.error({ orderid: _id, incident: hold.incident, err: String(error) }, 'a call was not counted')
  }
}

/**
 * Pure. What a purchase says of its supplier; undefined: nothing. A refusal for good is about the order, and what was
 * accepted has yet to show whether it is delivered.
 */
export function isHealthyPurchase(answer: SupplierAnswer): boolean | undefined {
  if (answer.kind === 'accepted' || answer.kind === 'rate_limited') return undefined
  if (answer.kind === 'rejected' && !answer.retryable) return undefined
  return answer.kind === 'delivered'
}

/** Pure. The same of what it says when it is asked later: silence counted when it was sent. */
export function isHealthyResult({ kind }: SupplierAnswer): boolean | undefined {
  return kind === 'delivered' || kind === 'returned' ? kind === 'delivered' : undefined
}
