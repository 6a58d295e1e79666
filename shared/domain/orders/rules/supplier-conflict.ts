import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { SupplierConflict } from '../model/supplier-conflict-schema.ts'
import { isFailedRedelivery, isUnitRedelivered } from './redelivery-rules.ts'
import { unitsValuePaise } from './refund-amount.ts'

type Ended = Pick<
  OrderDoc,
  | 'status'
  | 'partlyRefundedPaise'
  | 'pricePaise'
  | 'units'
  | 'supplierConflicts'
  | 'redeliveryOf'
  | 'redelivery'
  | 'givenUpAt'
>

/**
 * Pure. The conflict, if a unit's final state contradicts its order's end. None for an order that was
 * cancelled without delivery or refund, a decision that allows any result, unless it was a redelivery.
 * @param order a redelivery with the price that is at stake, see `withPaidPrice`
 * @param unit the unit in the supplier's final state
 */
export function supplierConflictOf(order: Ended, unit: IUnit, at: Date): SupplierConflict | undefined {
  const kind = kindOf(order, unit)
  if (!kind || order.supplierConflicts.some((one) => one.unit === unit.ref && one.kind === kind))
    return undefined
  return newSupplierConflict(order, { kind, unit, at })
}

/**
 * Pure. The conflict of a result that the order does not expect: the unit was sent again or refunded, or an
 * admin delivered it.
 */
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

/** Pure. The conflict of a unit that cannot be looked up, because its account is no longer configured. */
export const accountChanged = (order: Ended, unit: IUnit, at: Date): SupplierConflict =>
  newSupplierConflict(order, { kind: 'account_changed', unit, at })

/**
 * Pure. The conflict of an admin's answer that the balance readings of its batch disprove; `message` names
 * the admin and the reason.
 */
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
