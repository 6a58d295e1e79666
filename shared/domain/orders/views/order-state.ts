import { toRupees } from '../../../contracts/money.ts'
import type { OrderState } from '../../../contracts/order-state.ts'
import { promiseMs } from '../../../contracts/order-status.ts'
import type { WaitingReason } from '../../../contracts/waiting-reasons.ts'
import { isHeldBack, rejectionCause, type UnitState } from '../../fulfilment/index.ts'
import { type IPayment, isDeclined } from '../../payments/index.ts'
import { endOf } from '../change/order-end.ts'
import type { OrderDoc } from '../order-model.ts'
import { waitingReasonOf } from './order-wait.ts'

/** Pure. Where an order stands now, from its own fields; what is in its past changes nothing. */
export function orderState(order: OrderDoc): OrderState {
  const { waitingFor, since } = waitingReasonOf(order)
  const until = untilOf(order, waitingFor)
  const endedAt = endOf(order)?.at
  const paid = firstMoney(order.payment)
  return {
    waitingFor,
    since: since.toISOString(),
    ...(until ? { until: until.toISOString() } : {}),
    units: unitsOf(order),
    ...(paid ? { paid } : {}),
    ...(order.completedAt ? { deliveredAt: order.completedAt.toISOString() } : {}),
    partlyRefunded: toRupees(order.partlyRefundedPaise),
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    ...(order.status === 'Failed' && isDeclined(order.payment, endedAt) ? { declined: true } : {}),
    ...(isNotEligible(order) ? { notEligible: true as const } : {}),
  }
}

const isNotEligible = ({ item, units }: OrderDoc): boolean =>
  units.some(({ state, code }) => state === 'rejected' && rejectionCause(code) === 'region') &&
  item.apiType.startsWith('SMILE')

/** By when an order is promised that was paid then. */
export const promisedBy = (paidAt: Date): Date => new Date(paidAt.getTime() + promiseMs)

function untilOf(order: OrderDoc, waitingFor: WaitingReason): Date | undefined {
  if (waitingFor === 'payment') return order.payment?.payBefore
  return order.status === 'Processing' ? promisedBy(order.processingAt ?? order.createdAt) : undefined
}

function unitsOf({ units }: OrderDoc): OrderState['units'] {
  const count = (state: UnitState) => units.filter((unit) => unit.state === state).length
  return {
    ...{ total: units.length, delivered: count('delivered'), atSupplier: count('sending') },
    ...{ unclear: count('unknown'), rejected: count('rejected') - units.filter(isHeldBack).length },
  }
}

/** What bought the order; else the first money that came for it. */
function firstMoney(payment: IPayment | null): OrderState['paid'] {
  const { captures = [], discrepancies = [] } = payment ?? {}
  const capture = captures.find(({ allocatedTo }) => allocatedTo === 'purchase') ?? captures[0]
  if (capture) return { at: capture.at.toISOString(), amount: toRupees(capture.amountPaise) }
  const checked = discrepancies.find(({ resolution }) => resolution?.answer === 'credit')
  if (!checked?.resolution) return undefined
  return { at: checked.resolution.at.toISOString(), amount: toRupees(checked.inReviewPaise) }
}
