import { expect, it } from 'vitest'
import { makeBoardOrder } from './board-order-fixture.ts'
import { actionsFor } from './board-texts.ts'

const refundOf = (order: Parameters<typeof actionsFor>[0]) =>
  actionsFor(order).find(({ to }) => to === 'Refunded')?.cost

it('states what a refund returns of the price, and what arrived', () => {
  const rest = makeBoardOrder({ value: 799, credited: 499, refundable: 300 })
  expect(refundOf(rest)).toBe('₹300 refunded to Vyom Shah’s wallet after 5 seconds')
  const arrived = makeBoardOrder({ status: 'Completed', units: { total: 1, delivered: 1 } })
  expect(refundOf(arrived)).toBe(
    '₹799 refunded to Vyom Shah’s wallet after 5 seconds, including delivered units',
  )
})

it('offers no full refund that the server would refuse', () => {
  expect(refundOf(makeBoardOrder({ units: { total: 3, delivered: 1 } }))).toBeUndefined()
  expect(refundOf(makeBoardOrder({ refundable: 0 }))).toBeUndefined()
})
