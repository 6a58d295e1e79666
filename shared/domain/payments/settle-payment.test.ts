import { expect, it } from 'vitest'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import { newPayment } from './payment-schema.ts'
import { type PaymentStore, settlePayment, writeFirst } from './settle-payment.ts'

const now = new Date('2026-01-31T10:00:00Z')
const silent = { debug: () => undefined, warn: () => undefined }
const payment = newPayment('one-answer', now, 1_800_000)
const target = { id: 0, payment, createdAt: now, due: { payment: { at: now, seq: 1 } } }

type PaymentTarget = typeof target
type Store = PaymentStore<PaymentTarget>

/** Without Redis the circuit breaker is closed. */
const noRedis = new Proxy({}, { get: () => () => Promise.reject(new Error('no Redis')) })

/** Settles a payment with an answer that moves no money, after `lostRaces` concurrent updates. */
async function settle(answer: PaymentState, lostRaces: number) {
  const [written, published]: [number[], [number, number][]] = [[], []]
  let stored = target
  const store: Store = {
    clientTxnId: 'JP1',
    model: { updateOne: async () => ({ matchedCount: 1 }) } as never,
    commit: (before, { payment, patchesFor }) =>
      writeFirst(patchesFor(payment), async ({ guard }) => {
        if (!('due.payment.seq' in guard)) return undefined
        written.push(before.id)
        if (before.id < lostRaces) return undefined
        const after = { ...before, id: 100 }
        const publish = async () => {
          published.push([before.id, after.id])
          return after
        }
        return { publish }
      }),
    reload: async () => {
      stored = { ...stored, id: stored.id + 1 }
      return stored
    },
  }
  const gateway = {
    name: 'one-answer',
    createPayment: async () => ({ kind: 'unknown' as const, message: '' }),
    checkPayment: async () => answer,
    readCallback: () => undefined,
  }
  const env = {
    PAYMENT_POLL_MS: [5_000],
    PAYMENT_POLL_BACKOFF: [],
    PAYMENT_CHECK_GAP_MS: 2_000,
    QUEUE_PREFIX: 'none',
  }
  const deps = { clock: { now: () => now }, env, redis: noRedis, gatewayOf: () => gateway }
  const errors: string[] = []
  const log = { ...silent, error: (_facts: object, message: string) => errors.push(message) }
  const after = await settlePayment({ ...deps, log } as never, target, store)
  return { after: after.id, written, published, errors }
}

const resolution: PaymentState = { kind: 'failed', vendorStatus: 'failure' }

it('applies the result to the winner’s state after a lost race, and publishes it once', async () => {
  expect(await settle(resolution, 3)).toEqual({
    after: 100,
    written: [0, 1, 2, 3],
    published: [[3, 100]],
    errors: [],
  })
})

it('leaves an answer without a result to the winner', async () => {
  const unclear: PaymentState = { kind: 'unavailable', message: 'time-out' }
  expect(await settle(unclear, 3)).toEqual({ after: 1, written: [0], published: [], errors: [] })
})

it('gives up after ten lost races, publishes nothing, and logs it', async () => {
  expect(await settle(resolution, 99)).toMatchObject({
    after: 10,
    published: [],
    errors: ['payment check not completed'],
  })
})

it('gives back the permit of a trial call when the check cannot be locked', async () => {
  const evalCalls: unknown[][] = []
  const redis = {
    status: 'ready',
    // The circuit breaker is open, and its pause has passed.
    mget: async () => [JSON.stringify({ until: 0 }), null],
    eval: async (_script: string, ...args: unknown[]) => {
      evalCalls.push(args)
      return 1
    },
  }
  const env = { PAYMENT_CHECK_GAP_MS: 2_000, SUPPLIER_TIMEOUT_MS: 60_000, QUEUE_PREFIX: 'none' }
  const model = { updateOne: () => Promise.reject(new Error('no primary')) }
  const deps = { clock: { now: () => now }, env, redis, gatewayOf: () => undefined, log: silent }
  const settled = settlePayment(deps as never, target, { clientTxnId: 'JP1', model } as never)
  await expect(settled).rejects.toThrow('no primary')
  const [[, , probe, , token] = [], ...rest] = evalCalls
  expect(rest).toEqual([[1, probe, token]])
})
