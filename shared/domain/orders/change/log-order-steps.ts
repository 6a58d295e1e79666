import { isOpen } from '../../../contracts/order-status.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { OrderDoc } from '../model/order-model.ts'

/**
 * Logs what happened to an order, after the commit: one line with `step` for `placed`, `paid`, `sent` (each attempt at a
 * supplier) and `ended`. The supplier's answer and each notification have lines of their own.
 * @param before the order before the change; undefined for a new one
 */
export function logOrderSteps(log: Logger, after: OrderDoc, before?: OrderDoc): void {
  const { _id: orderId, status } = after
  if (!before) log.info({ step: 'placed', orderId, paidBy: after.payment ? 'upi' : 'wallet' }, 'order placed')
  if (status !== before?.status) {
    if (status === 'Processing') log.info({ step: 'paid', orderId }, 'order paid')
    else if (!isOpen(status)) log.info({ step: 'ended', orderId, status }, 'order ended')
  }
  for (const [index, { ref, attempt, state }] of after.units.entries()) {
    if (state === 'sending' && before?.units[index]?.attempt !== attempt)
      log.info({ step: 'sent', orderId, unit: ref, attempt }, 'order sent to its supplier')
  }
}
