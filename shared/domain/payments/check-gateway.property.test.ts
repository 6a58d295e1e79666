import fc from 'fast-check'
import { expect, it } from 'vitest'
import { istDay } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import type { PaymentQuery, PaymentState } from '../../providers/payments/payment-gateway.ts'
import { checkAttempt } from './check-gateway.ts'

const log = createLogger('test', 'silent')

/** A gateway with one payment, stored under one day; it records each query. */
function gatewayKnowing(day: string, answer: PaymentState) {
  const asked: PaymentQuery[] = []
  const gateway = {
    name: 'one-day',
    createPayment: async () => ({ kind: 'unknown' as const, message: '' }),
    checkPayment: async (query: PaymentQuery): Promise<PaymentState> => {
      asked.push(query)
      return istDay(query.createdAt) === day ? answer : { kind: 'not_found' }
    },
    readCallback: () => undefined,
  }
  return { gateway, asked }
}

const paidFor = (clientTxnId: string): PaymentState => ({
  kind: 'paid',
  clientTxnId,
  amountPaise: 34_500,
  gatewayId: '7',
  bankReference: '4055',
  payer: '',
})

const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })

it('finds a payment under its day of creation, in any year, with one query', async () => {
  await fc.assert(
    fc.asyncProperty(moment, async (createdAt) => {
      const { gateway, asked } = gatewayKnowing(istDay(createdAt), paidFor('JP1'))
      const answer = await checkAttempt({ gateway, log }, { id: 'JP1', at: createdAt })
      expect(answer.kind).toBe('paid')
      expect(asked).toEqual([{ clientTxnId: 'JP1', createdAt }])
    }),
  )
})

it('asks for a second day only when the gateway may use another: late in the evening, or before 5:30 in India', async () => {
  const hourMs = 3_600_000
  await fc.assert(
    fc.asyncProperty(moment, async (createdAt) => {
      const { gateway, asked } = gatewayKnowing('never', paidFor('JP1'))
      await checkAttempt({ gateway, log }, { id: 'JP1', at: createdAt })
      const days = new Set(asked.map((query) => istDay(query.createdAt)))
      expect(asked.length).toBe(days.size)
      expect(asked.length).toBeLessThanOrEqual(2)
      const sinceMidnight = (createdAt.getTime() + 5.5 * hourMs) % (24 * hourMs)
      const isNear = sinceMidnight < 5.5 * hourMs || sinceMidnight >= 23 * hourMs
      expect(asked.length === 2).toBe(isNear)
    }),
  )
})

it('finds a payment that the gateway stores under its day in UTC', async () => {
  await fc.assert(
    fc.asyncProperty(moment, async (createdAt) => {
      const day = createdAt.toISOString().slice(0, 10).split('-').reverse().join('-')
      const { gateway } = gatewayKnowing(day, paidFor('JP1'))
      expect((await checkAttempt({ gateway, log }, { id: 'JP1', at: createdAt })).kind).toBe('paid')
    }),
  )
})

it('accepts no money from an answer about another payment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (other) => {
      const createdAt = new Date('2026-01-31T10:00:00Z')
      const { gateway } = gatewayKnowing(istDay(createdAt), paidFor(other))
      const answer = await checkAttempt({ gateway, log }, { id: 'JP1', at: createdAt })
      expect(answer.kind).toBe(other === 'JP1' ? 'paid' : 'unavailable')
    }),
  )
})
