import { expect, it } from 'vitest'
import { aBoardOrder } from './a-board-order.ts'
import { actionsFor } from './board-texts.ts'

const refundOf = (order: Parameters<typeof actionsFor>[0]) =>
  actionsFor(order).find(({ to }) => to === 'Refunded')?.cost

it('says of a refund what is left of the price, and what arrived', () => {
  const rest = aBoardOrder({ value: 799, credited: 499, leftToRefund: 300 })
  expect(refundOf(rest)).toBe('₹300 to Vyom Shah’s wallet at once')
  const arrived = aBoardOrder({ status: 'Completed', units: { total: 1, delivered: 1 } })
  expect(refundOf(arrived)).toBe('₹799 to Vyom Shah’s wallet at once, also for what arrived')
})

it('offers no refund of the whole that the server would refuse', () => {
  expect(refundOf(aBoardOrder({ units: { total: 3, delivered: 1 } }))).toBeUndefined()
  expect(refundOf(aBoardOrder({ leftToRefund: 0 }))).toBeUndefined()
})
