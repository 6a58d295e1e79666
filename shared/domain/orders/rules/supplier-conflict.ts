import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { SupplierConflict } from '../model/supplier-conflict-schema.ts'
import { isFailedRedelivery, isUnitRedelivered } from './redelivery-rules.ts'
import { unitsValuePaise } from './refund-amount.ts'

type Ended = Pick<
  OrderDoc,
  | ('status' | 'partlyRefundedPaise' | 'pricePaise' | 'units' | 'supplierConflicts')
  | ('redeliveryOf' | 'redelivery' | 'givenUpAt')
>

/**
 * Pure: whether a unit's end at the supplier contradicts how its order ended. Nothing for an order closed without
 * delivery and without refund, that was decided whatever the supplier did, unless it was a second delivery.
 * @param order of a second delivery with the price that is at stake, see `withPaidPrice`
 * @param unit the unit as the supplier says it ended
 */
export function supplierConflictOf(order: Ended, unit: IUnit, at: Date): SupplierConflict | undefined {
  const kind = kindOf(order, unit)
  if (!kind || order.supplierConflicts.some((one) => one.unit === unit.ref && one.kind === kind))
    return undefined
  return newSupplierConflict(order, { kind, unit, at })
}

/** An effect that the order does not wait for: the unit was sent again or refunded, or a person delivered it. */
export function unexpectedDelivery(order: Ended, unit: IUnit, at: Date): SupplierConflict {
  const ofAttempt = unit.state === 'delivered' ? deliveredMore(order) : 'older_attempt_accepted'
  return newSupplierConflict(order, {
    kind: unit.state === 'rejected' ? 'not_delivered' : ofAttempt,
    unit,
    at,
  })
}

const deliveredMore = ({ status }: Ended) =>
  status === 'Refunded' ? 'delivered_after_refund' : 'delivered_twice'

/** Pure: what nothing here can ask about any more, since it was sent to an account whose credentials are not set. */
export const accountChanged = (order: Ended, unit: IUnit, at: Date): SupplierConflict =>
  newSupplierConflict(order, { kind: 'account_changed', unit, at })

/** Pure: what an admin answered about a purchase, and the readings of its batch disprove; `message` says who and why. */
export const disproved = (order: Ended, unit: IUnit, at: Date): SupplierConflict =>
  newSupplierConflict(order, { kind: 'answer_disproved', unit, at })

type Found = { kind: SupplierConflict['kind']; unit: IUnit; at: Date }

function newSupplierConflict(order: Ended, { kind, unit, at }: Found): SupplierConflict {
  const { ref, attempt, supplierOrderId, accountId, message: supplierMessage } = unit
  const amountPaise = Math.min(unitsValuePaise(order, [unit]), backPaise(order, kind))
  return {
    kind,
    at,
    unit: ref,
    attempt,
    supplierOrderId,
    accountId,
    amountPaise,
    supplierMessage,
    endedAt: null,
    closedAt: null,
  }
}

function kindOf(order: Ended, { state, ref }: IUnit): SupplierConflict['kind'] | undefined {
  if (state === 'sending' || state === 'unknown') return undefined
  const { status, partlyRefundedPaise } = order
  const isDelivered = state === 'delivered'
  // A share goes back for every unit that had not arrived by then.
  // A second delivery that failed has let the first order's price go back.
  const isGivenBack =
    status === 'Refunded' || isFailedRedelivery(order) || (status === 'Completed' && partlyRefundedPaise > 0)
  if (isDelivered && isGivenBack) return 'delivered_after_refund'
  if (isDelivered) return isUnitRedelivered(order, ref) ? 'delivered_twice' : undefined
  return status === 'Completed' && !isGivenBack ? 'not_delivered' : undefined
}

function backPaise(
  { status, partlyRefundedPaise, pricePaise }: Ended,
  kind: SupplierConflict['kind'],
): number {
  const isPartialRefund =
    kind === 'delivered_after_refund' && status === 'Completed' && partlyRefundedPaise > 0
  return isPartialRefund ? partlyRefundedPaise : pricePaise
}
