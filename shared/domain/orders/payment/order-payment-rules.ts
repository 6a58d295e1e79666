import type { OrderStatus } from '../../../contracts/order-status.ts'
import { applyResult, type Capture, type IPayment, type PaymentResult } from '../../payments/index.ts'
import type { OrderDoc } from '../model/order-model.ts'

/** The result of a payment check for an order: the transitions, in order, and where the money goes. */
export type OrderPaymentDecision = {
  payment: IPayment
  transitions: { to: OrderStatus; reason: string }[]
  money: AllocatedMoney | undefined
}

export type AllocatedMoney = { to: 'sales' | 'wallet'; capture: Capture }

/**
 * Pure. The right amount buys an unpaid order. Any other money (late, second, too little, too much) goes to
 * the customer's wallet, and an order that was not bought becomes Refunded.
 */
export function decideOrderPayment(
  order: Pick<OrderDoc, 'status' | 'pricePaise'>,
  payment: IPayment,
  result: PaymentResult,
): OrderPaymentDecision {
  switch (result.kind) {
    case 'captured':
      return decideCapture(order, payment, result.capture)
    case 'expired': {
      if (order.status !== 'Created') return { payment, transitions: [], money: undefined }
      const failed: IPayment = { ...payment, state: 'failed', vendorStatus: result.vendorStatus }
      const reason = result.isDeclined ? 'The payment was declined' : 'No payment came'
      return { payment: failed, transitions: [{ to: 'Failed', reason }], money: undefined }
    }
    case 'referenced':
    case 'discrepancyFound':
      return { payment: applyResult(payment, result), transitions: [], money: undefined }
    case 'nothing':
      return { payment: { ...payment, vendorStatus: result.vendorStatus }, transitions: [], money: undefined }
    default:
      return result satisfies never
  }
}

function decideCapture(
  order: Pick<OrderDoc, 'status' | 'pricePaise'>,
  payment: IPayment,
  result: Omit<Capture, 'allocatedTo'>,
): OrderPaymentDecision {
  const buys = order.status === 'Created' && result.amountPaise === order.pricePaise
  const capture: Capture = { ...result, allocatedTo: buys ? 'purchase' : 'wallet' }
  const paid: IPayment = {
    ...payment,
    state: 'paid',
    captures: [...payment.captures, capture],
  }
  if (buys)
    return { payment: paid, transitions: [{ to: 'Processing', reason: '' }], money: { to: 'sales', capture } }
  const money = { to: 'wallet', capture } as const
  if (order.status === 'Created') {
    const reason = 'The amount paid differs from the price'
    return {
      payment: paid,
      transitions: [
        { to: 'Failed', reason },
        { to: 'Refunded', reason },
      ],
      money,
    }
  }
  if (order.status === 'Failed') {
    return { payment: paid, transitions: [{ to: 'Refunded', reason: 'The payment came late' }], money }
  }
  return { payment: paid, transitions: [], money }
}
