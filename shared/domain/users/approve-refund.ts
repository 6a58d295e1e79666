import type { Caller } from '../accounts/index.ts'
import type { Actor } from '../audit/index.ts'
import { decideOrder, resolveUnit } from '../orders/index.ts'
import { type Asked, closeAsApproved } from './approve-request.ts'

/**
 * Makes the refund that was asked for, against the order as it is now: request, order and money change in one
 * transaction, and an order that has changed since refuses it.
 * @throws what `decideOrder` and `resolveUnit` throw, approval_closed, approval_expired
 */
export async function executeApprovedRefund(
  deps: Parameters<typeof resolveUnit>[0],
  admin: Caller & Actor,
  asked: Asked,
): Promise<void> {
  const { refund, askedBy, askedAt, amountPaise, reason } = asked.request
  if (!refund) return
  const { orderid, unit, attempt, version, resolvesTicket, codeRevealed } = refund
  const override = refund.override ? true : undefined
  const approved = {
    ...{ askedBy, askedAt, amountPaise, refund },
    close: (tx: Parameters<typeof closeAsApproved>[0]) => closeAsApproved(tx, admin, asked),
  }
  if (unit) {
    await resolveUnit(deps, admin, {
      orderid,
      unit,
      attempt,
      answer: 'refund',
      reason,
      amountPaise,
      approved,
      override,
    })
    return
  }
  await decideOrder(deps, admin, {
    ...{ orderid, to: 'Refunded', reason, version, approved, override },
    ...(codeRevealed && { codeRevealed }),
    ...(resolvesTicket && { resolvesTicket }),
  })
}
