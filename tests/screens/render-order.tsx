import { type Order, orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { renderShop } from './render-shop.tsx'
import { makeOrder, makeUser, type OrderFacts } from './shop-fixture.ts'

export const path = '/confirmation?client_txn_id=JP261121K7Q2MD'

export function answerOf(order: Order) {
  return {
    order,
    data: {
      client_txn_id: order.client_txn_id,
      status: 'created' as const,
      amount: order.value,
      upi_txn_id: '',
      createdAt: order.createdAt,
    },
  }
}

/** @param hasState whether the api sends the order's state; an earlier version does not */
export function renderOrder(more: OrderFacts = {}, at = path, hasState = true) {
  return renderShop(at, {
    user: makeUser(),
    answers: (api) => api.on(orderStatus, () => answerOf(makeOrder(more, hasState))),
  })
}

export const promised = () => new Date(Date.now() + 29 * 60_000).toISOString()
export const processing = (more: OrderFacts = {}) =>
  makeOrder({ status: 'Processing', revision: 2, promisedBy: promised(), ...more })
