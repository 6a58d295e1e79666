import { expect, it } from 'vitest'
import { adriftPaise } from './adrift-paise.ts'

it('adds up differences of money in both directions, and leaves out points and contradicting documents', () => {
  expect(
    adriftPaise([
      { kind: 'wallet_differs', owner: 'a', balancePaise: 500, foldPaise: 200 },
      { kind: 'cause_differs', cause: 'order_payment/JP1', ledgerPaise: 0, expectedPaise: 31_900 },
      { kind: 'sealed_sum_differs', account: 'money/wallet:a', day: '2026-11-20', kept: 10, fold: 30 },
      { kind: 'sealed_sum_differs', account: 'points/points:a', day: '2026-11-20', kept: 1_000, fold: 3_000 },
      { kind: 'points_differ', owner: 'a', balance: 100, fold: 900 },
      { kind: 'order_contradicts_itself', orderid: 'JP1' },
    ]),
  ).toBe(300 + 31_900 + 20)
  expect(adriftPaise([])).toBe(0)
})
