import { expect, it } from 'vitest'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import { findLaterAttempts } from './later-attempts.ts'
import { newAttempt } from './payment-attempts.ts'
import { newPayment } from './payment-schema.ts'

const restoredTo = new Date('2026-11-29T10:00:00Z')
const payment = {
  ...newPayment('upigateway', restoredTo, 600_000),
  attempts: [newAttempt('JP1', restoredTo)],
}

/** @param answers by the attempt's number; the others do not exist */
async function find(answers: Record<number, PaymentState['kind']>) {
  const asked: string[] = []
  const added: string[] = []
  const gateway = {
    checkPayment: async ({ clientTxnId }: { clientTxnId: string }) => {
      asked.push(clientTxnId)
      const kind = answers[Number(clientTxnId.slice('JP1R'.length))] ?? 'not_found'
      return { kind, clientTxnId, vendorStatus: '' }
    },
  }
  const model = {
    updateOne: async (
      _filter: unknown,
      update: { $push: { 'payment.attempts': { $each: { id: string }[] } } },
    ) => added.push(...update.$push['payment.attempts'].$each.map(({ id }) => id)),
  }
  const deps = { gatewayOf: () => gateway, log: { error: () => undefined } }
  const target = { model, clientTxnId: 'JP1', payment }
  const found = await findLaterAttempts(deps as never, target as never, restoredTo)
  return { asked, added, answers: found.map(({ answer }) => answer.kind) }
}

it('adds the attempts up to the last that exists at the gateway', async () => {
  expect(await find({ 3: 'pending' })).toMatchObject({ added: ['JP1R2', 'JP1R3'] })
  expect(await find({})).toEqual({
    asked: ['JP1R2', 'JP1R3'],
    added: [],
    answers: ['not_found', 'not_found'],
  })
})

it('adds nothing that the gateway has not named, and asks no more while it does not answer', async () => {
  expect(await find({ 2: 'unavailable' })).toEqual({
    asked: ['JP1R2'],
    added: [],
    answers: ['unavailable'],
  })
  expect(await find({ 2: 'paid', 3: 'unavailable' })).toMatchObject({ added: ['JP1R2'] })
})
