import { toRupees } from '../../contracts/money.ts'
import type { TopUpState } from '../../contracts/order-state.ts'
import type { WalletTransaction } from '../../contracts/wallet.ts'
import { heldSince, wasDeclined } from '../payments/index.ts'
import type { MovementDoc } from './movement-model.ts'

/**
 * A movement as its owner sees it. A refund is a Credit with status Refunded here; admins see type Refunded,
 * since the two lists filter by those words in different columns.
 */
export function movementView(movement: MovementDoc): WalletTransaction {
  return {
    txnid: movement._id,
    type: movement.amountPaise < 0 ? 'Debit' : 'Credit',
    status: movement.kind === 'refund' ? 'Refunded' : movement.status,
    amount: toRupees(Math.abs(movement.amountPaise)),
    orderid: movement.orderid,
    userid: movement.customer.userid,
    useremail: movement.customer.email,
    createdAt: movement.createdAt.toISOString(),
    updatedAt: movement.updatedAt.toISOString(),
    note: movement.note,
    ...(movement.after
      ? { balanceAfter: toRupees(movement.after.balancePaise), movedAt: movement.after.at.toISOString() }
      : {}),
    revision: movement.revision,
    ...(movement.kind === 'topup' ? { state: topUpState(movement) } : {}),
  }
}

function topUpState({ status, payment, createdAt, history }: MovementDoc): TopUpState {
  const isOpen = status === 'Created' || status === 'Processing'
  if (!payment || !isOpen) {
    const failedAt = status === 'Failed' ? history.findLast(({ to }) => to === status)?.at : undefined
    return { waitingFor: 'nothing', ...(wasDeclined(payment, failedAt) ? { declined: true } : {}) }
  }
  const held = heldSince(payment)
  if (held) return { waitingFor: 'payment_check', since: held.toISOString() }
  return {
    waitingFor: 'payment',
    ...{ since: createdAt.toISOString(), until: payment.payBefore.toISOString() },
  }
}
