import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canTransition, type OrderStatus, orderStatuses } from '../../../contracts/order-status.ts'
import { type IPayment, newPayment } from '../../payments/index.ts'
import { decideOrderPayment } from './order-payment-rules.ts'

const at = new Date('2026-01-31T10:00:00Z')
const payment = newPayment('upigateway', at, 1_800_000)
const order = (status: OrderStatus) => ({ status, pricePaise: 34_500 })
const captured = (amountPaise: number, gatewayId = '7') => ({
  kind: 'captured' as const,
  capture: { bankReference: '4055', gatewayId, attemptId: 'JP1', amountPaise, payer: 'a@bank', at },
})
const expired = { kind: 'expired' as const, vendorStatus: 'failure' }
const declined = { ...expired, isDeclined: true }

describe('a payment for an order', () => {
  it('buys an unpaid order when the amount is equal', () => {
    const decision = decideOrderPayment(order('Created'), payment, captured(34_500))
    expect(decision.transitions).toEqual([{ to: 'Processing', reason: '' }])
    expect(decision.money).toMatchObject({ to: 'sales', capture: { allocatedTo: 'purchase' } })
  })

  it.each([34_499, 34_501, 100])(
    'goes to the wallet when it is %i paise instead of 34500, and nothing is bought',
    (amount) => {
      const decision = decideOrderPayment(order('Created'), payment, captured(amount))
      expect(decision.transitions.map((move) => move.to)).toEqual(['Failed', 'Refunded'])
      expect(decision.money).toMatchObject({ to: 'wallet', capture: { amountPaise: amount } })
    },
  )

  it('goes to the wallet when it is late, and the order becomes Refunded', () => {
    const decision = decideOrderPayment(order('Failed'), payment, captured(34_500))
    expect(decision.transitions.map((move) => move.to)).toEqual(['Refunded'])
    expect(decision.money?.to).toBe('wallet')
  })

  it.each(['Processing', 'Completed', 'Refunded', 'Cancelled'] as const)(
    'goes to the wallet when it is the second for a %s order, which keeps its status',
    (status) => {
      const decision = decideOrderPayment(order(status), payment, captured(34_500, '8'))
      expect(decision.transitions).toEqual([])
      expect(decision.money?.to).toBe('wallet')
    },
  )

  it('distinguishes a declined payment from a missing one', () => {
    const reasons = [expired, declined].map(
      (result) => decideOrderPayment(order('Created'), payment, result).transitions,
    )
    expect(reasons.map(([move]) => move?.reason)).toEqual(['No payment came', 'The payment was declined'])
  })

  it('fails an unpaid order when it is missing, and no other order', () => {
    expect(decideOrderPayment(order('Created'), payment, expired).transitions.map((move) => move.to)).toEqual(
      ['Failed'],
    )
    for (const status of orderStatuses.filter((word) => word !== 'Created')) {
      expect(decideOrderPayment(order(status), payment, expired).transitions).toEqual([])
    }
  })
})

type Fact = { amount: number; ref: string } | 'expired'
type Outcome = { status: OrderStatus; payment: IPayment; bought: number; credited: number; received: number }

/** Applies one fact as confirming does: money under a known id has no result. */
function play(outcome: Outcome, fact: Fact): Outcome {
  const known =
    fact !== 'expired' && outcome.payment.captures.some((capture) => capture.gatewayId === fact.ref)
  if (known) return outcome
  const result = fact === 'expired' ? expired : captured(fact.amount, fact.ref)
  const {
    transitions: moves,
    money,
    payment: after,
  } = decideOrderPayment(order(outcome.status), outcome.payment, result)
  let { status } = outcome
  for (const move of moves) {
    expect(canTransition(status, move.to, 'system')).toBe(true)
    status = move.to
  }
  const paise = money?.capture.amountPaise ?? 0
  return {
    status,
    payment: after,
    bought: outcome.bought + (money?.to === 'sales' ? paise : 0),
    credited: outcome.credited + (money?.to === 'wallet' ? paise : 0),
    received: outcome.received + (fact === 'expired' ? 0 : fact.amount),
  }
}

describe('any sequence of facts', () => {
  const fact: fc.Arbitrary<Fact> = fc.oneof(
    fc.record({ amount: fc.constantFrom(34_500, 30_000, 40_000), ref: fc.constantFrom('a', 'b', 'c') }),
    fc.constant('expired' as const),
  )

  it('makes only listed transitions, and accounts for each paisa once', () => {
    const start: Outcome = { status: 'Created', payment, bought: 0, credited: 0, received: 0 }
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 8 }), (facts) => {
        const end = facts.reduce(play, start)
        expect(end.bought + end.credited).toBe(end.received)
        expect(end.bought).toBe(end.status === 'Processing' ? 34_500 : 0)
      }),
    )
  })
})
