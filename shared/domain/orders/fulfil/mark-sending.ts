import { randomUUID } from 'node:crypto'
import { retryUntilSuccess } from '../../../platform/retry-until-success.ts'
import type { Deps } from '../../deps.ts'
import { type AttemptTarget, type Commit, type IUnit, inFlightUntil } from '../../purchasing/index.ts'
import { changeOrder } from '../change/change-order.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { unitIs, unitSet } from '../model/order-update.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'

type MarkDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log'>

type Sending = { index: number; unit: IUnit; evidence: AttemptTarget }

/**
 * Commits the next attempt at a unit before its supplier is called. If the database's reply is lost, `sentBy`
 * in the order shows whether the attempt was committed: this process knows that it has not called the
 * supplier.
 * @returns undefined when the unit or the order has changed since
 * @throws the database's error when the attempt was not committed
 */
export async function markSending(
  deps: MarkDeps,
  order: OrderDoc,
  sending: Sending,
): Promise<Commit<OrderDoc> | undefined> {
  const sentBy = randomUUID()
  try {
    const committed = await commitAttempt(deps, order, { ...sending, sentBy })
    return committed && { committed, wasLost: false }
  } catch (error) {
    const now = await retryUntilSuccess(() => readOrder(order._id))
    if (now?.units[sending.index]?.sentBy !== sentBy) throw error
    return { committed: now, wasLost: true }
  }
}

function commitAttempt(
  deps: MarkDeps,
  order: OrderDoc,
  { index, unit, evidence, sentBy }: Sending & { sentBy: string },
): Promise<OrderDoc | undefined> {
  const now = deps.clock.now()
  const sent = { state: 'sending', attempt: unit.attempt + 1, sentAt: now, sentBy } as const
  const unanswered = { answeredAt: null, message: '', balanceAfter: '' }
  return changeOrder(deps, order, {
    guard: {
      status: 'Processing',
      // A unit that an admin has delivered in the meantime must not be bought as well.
      pendingCompletion: null,
      ...unitIs(index, { state: unit.state, attempt: unit.attempt }),
      // After the customer has chosen the refund no new unit is bought; only a repeated attempt, which checks
      // the first, is sent.
      ...(unit.state === 'planned' && { 'lateOffer.choice': { $ne: 'refund' as const } }),
      'due.fulfil.seq': order.due.fulfil.seq,
    },
    set: {
      ...unitSet(index, { ...sent, ...unanswered, ...evidence, sentBatch: evidence.batch }),
      // A repeated attempt keeps its pending reason: its outcome is still unknown.
      ...(unit.state === 'planned' && { pendingReason: pendingReasonOf('in_progress', { since: now }) }),
      // The seq stays: a re-run of this job finds its own unit in flight and waits until the call must have
      // ended.
      'due.fulfil.at': inFlightUntil(deps.env, { sentAt: now }),
    },
  })
}
