import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canTransition, type OrderStatus } from '../../../contracts/order-status.ts'
import type { PaymentState } from '../../../providers/payments/payment-gateway.ts'
import { type IPayment, interpretAnswer, newPayment } from '../../payments/index.ts'
import { decideOrderPayment } from './order-payment-rules.ts'

const pricePaise = 34_500
const start = new Date('2026-01-31T10:00:00Z')
const windowMs = 1_800_000
const inTime = new Date(start.getTime() + 60_000)

const paid = (bankReference: string, amountPaise: number): PaymentState => ({
  kind: 'paid',
  clientTxnId: 'JP1',
  gatewayId: `at ${bankReference}`,
  payer: 'a@bank',
  bankReference,
  amountPaise,
})
const failed: PaymentState = { kind: 'failed', vendorStatus: 'failure' }

type Outcome = { status: OrderStatus; payment: IPayment; boughtPaise: number; creditedPaise: number }

const fresh = (): Outcome => ({
  status: 'Created',
  boughtPaise: 0,
  creditedPaise: 0,
  payment: newPayment('upigateway', start, windowMs),
})

/** One check at the gateway, as confirming makes it: interpret the answer, decide, transition, post. */
function check(outcome: Outcome, answer: PaymentState, now = inTime): Outcome {
  const { status, payment } = outcome
  const decision = decideOrderPayment({ status, pricePaise }, payment, interpretAnswer(payment, answer, now))
  let after = status
  for (const { to } of decision.transitions) {
    expect(canTransition(after, to, 'system'), `${after} > ${to}`).toBe(true)
    after = to
  }
  const paise = decision.money?.capture.amountPaise ?? 0
  return {
    status: after,
    payment: decision.payment,
    boughtPaise: outcome.boughtPaise + (decision.money?.to === 'sales' ? paise : 0),
    creditedPaise: outcome.creditedPaise + (decision.money?.to === 'wallet' ? paise : 0),
  }
}

const play = (answers: readonly PaymentState[]) =>
  answers.reduce((outcome, one) => check(outcome, one), fresh())

const amount = fc.oneof(fc.constant(pricePaise), fc.integer({ min: 1, max: 100_000 }))
/** All that the gateway can report about one order: payments under their own ids, and a failure. */
const facts = fc
  .record({ amounts: fc.array(amount, { maxLength: 5 }), fails: fc.boolean() })
  .map(({ amounts, fails }) => [
    ...amounts.map((paise, index) => paid(`ref${index}`, paise)),
    ...(fails ? [failed] : []),
  ])

/** Two sequences of the same facts: shuffled, some repeated, each at least once. */
const sequences = facts.chain((all) => {
  const sequence = fc
    .tuple(
      fc.shuffledSubarray(all, { minLength: all.length }),
      fc.array(fc.nat({ max: 99 }), { maxLength: 6 }),
    )
    .map(([order, repeats]) => {
      const repeated = [...order]
      for (const pick of repeats)
        if (order.length > 0) repeated.splice(pick % 7, 0, order[pick % order.length]!)
      return repeated
    })
  return fc.record({ all: fc.constant(all), one: sequence, other: sequence })
})

const totalPaise = (all: readonly PaymentState[]) =>
  all.reduce((sum, fact) => sum + (fact.kind === 'paid' ? fact.amountPaise : 0), 0)

describe('the same payment facts in any order and number', () => {
  it('leave the same amounts: each payment bought the order or is in the wallet, once', () => {
    fc.assert(
      fc.property(sequences, ({ all, one, other }) => {
        for (const end of [play(one), play(other)]) {
          expect(end.boughtPaise + end.creditedPaise).toBe(totalPaise(all))
          expect([0, pricePaise]).toContain(end.boughtPaise)
          expect(end.boughtPaise > 0).toBe(end.status === 'Processing')
          expect(new Set(end.payment.captures.map((capture) => capture.gatewayId)).size).toBe(
            end.payment.captures.length,
          )
        }
      }),
    )
  })

  it('leave the same state if the first fact is the same or no fact could buy or fail the order', () => {
    fc.assert(
      fc.property(sequences, ({ all, one, other }) => {
        const couldBuy = all.some((fact) => fact.kind === 'paid' && fact.amountPaise === pricePaise)
        const couldNotBuy = all.some((fact) => fact.kind !== 'paid' || fact.amountPaise !== pricePaise)
        const sameFirst = JSON.stringify(one[0]) === JSON.stringify(other[0])
        const mayDiffer = !sameFirst && couldBuy && couldNotBuy
        if (!mayDiffer) expect(play(one).status).toBe(play(other).status)
      }),
    )
  })

  it('depend only on the first fact: the right amount buys, after any other the money goes to the wallet', () => {
    fc.assert(
      fc.property(sequences, ({ one }) => {
        const [first] = one
        const anyMoney = one.some((fact) => fact.kind === 'paid')
        const expected = () => {
          if (!first) return 'Created'
          if (first.kind === 'paid' && first.amountPaise === pricePaise) return 'Processing'
          return anyMoney ? 'Refunded' : 'Failed'
        }
        expect(play(one).status).toBe(expected())
      }),
    )
  })
})

describe('each order and payment state with each answer of the gateway', () => {
  const answers: PaymentState[] = [
    paid('new', pricePaise),
    paid('new', pricePaise - 1),
    paid('seen', pricePaise),
    failed,
    { kind: 'pending', vendorStatus: 'scanning' },
    { kind: 'not_found' },
    { kind: 'unavailable', message: 'time-out' },
  ]
  const seen = {
    bankReference: 'seen',
    gatewayId: 'at seen',
    attemptId: 'JP1',
    amountPaise: pricePaise,
    payer: '',
    at: start,
  }
  const open = newPayment('upigateway', start, windowMs)
  const states: { status: OrderStatus; payment: IPayment }[] = [
    { status: 'Created', payment: open },
    { status: 'Failed', payment: { ...open, state: 'failed' } },
    ...(['Processing', 'Completed', 'Cancelled', 'Refunded'] as const).map((status) => ({
      status,
      payment: { ...open, state: 'paid' as const, captures: [{ ...seen, allocatedTo: 'purchase' as const }] },
    })),
  ]
  const late = new Date(start.getTime() + windowMs)
  const cases = states.flatMap((state) =>
    answers.flatMap((answer) => [inTime, late].map((now) => ({ state, answer, now }))),
  )

  it('makes only listed transitions, counts money exactly when it is new, and never reverts a payment', () => {
    for (const { state, answer, now } of cases) {
      const label = `${state.status} ${JSON.stringify(answer)}`
      const before: Outcome = { ...state, boughtPaise: 0, creditedPaise: 0 }
      const after = check(before, answer, now)
      const known = state.payment.captures.some(
        (one) => answer.kind === 'paid' && one.gatewayId === answer.gatewayId,
      )
      const result = answer.kind === 'paid' && !known ? answer.amountPaise : 0
      expect(after.boughtPaise + after.creditedPaise, label).toBe(result)
      if (after.boughtPaise > 0) expect(state.status, label).toBe('Created')
      if (state.payment.state === 'paid') expect(after.payment.state, label).toBe('paid')
      if (answer.kind === 'unavailable') expect(after.status, label).toBe(state.status)
    }
  })

  it('changes nothing but the vendor status when the same answer is read again', () => {
    for (const { state, answer, now } of cases) {
      const once = check({ ...state, boughtPaise: 0, creditedPaise: 0 }, answer, now)
      const again = check(once, answer, now)
      const { vendorStatus } = again.payment
      expect(again).toEqual({ ...once, payment: { ...once.payment, vendorStatus } })
    }
  })
})
