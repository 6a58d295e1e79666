import { supplierNameFor } from '../../../contracts/api-types.ts'
import type { Deps } from '../../deps.ts'
import { recordRelease } from '../../incidents/index.ts'
import type { SupplierAnswer } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'

type ReleaseResultDeps = Pick<Deps, 'clock' | 'publisher' | 'log'>

/**
 * Records the result of a released order's purchase for its incident. The answer is stored in the order
 * already, so that a failure here does not stop the order.
 * @param sentAt when the unit was sent, also for a later lookup; null if there is nothing to count
 */
export async function recordReleaseResult(
  deps: ReleaseResultDeps,
  { _id, hold, item }: Pick<OrderDoc, '_id' | 'hold' | 'item'>,
  { sentAt, isGood }: { sentAt: Date | null; isGood: boolean | undefined },
): Promise<void> {
  const account = supplierNameFor(item.apiType)
  if (!hold?.releasedAt || !account || !sentAt || isGood === undefined) return
  try {
    await recordRelease(deps, hold, { account, sentAt, isGood })
  } catch (error) {
    deps.log.error({ orderId: _id, incident: hold.incident, err: String(error) }, 'a call was not counted')
  }
}

/**
 * Pure. Whether a purchase shows that its supplier works; undefined if it shows nothing. A final rejection is
 * about the order, and an accepted purchase is counted by its final state.
 */
export function isHealthyPurchase(answer: SupplierAnswer): boolean | undefined {
  if (answer.kind === 'accepted' || answer.kind === 'rate_limited') return undefined
  if (answer.kind === 'rejected' && !answer.retryable) return undefined
  return answer.kind === 'delivered'
}

/** Pure. The same for a later lookup. A missing answer was counted when the unit was sent. */
export function isHealthyResult({ kind }: SupplierAnswer): boolean | undefined {
  return kind === 'delivered' || kind === 'returned' ? kind === 'delivered' : undefined
}
