import { expect, it } from 'vitest'
import { checkPatches } from './check-schedule.ts'
import { paymentUrlOf } from './create-payment-attempt.ts'
import { newAttempt } from './payment-attempts.ts'
import { newPayment } from './payment-schema.ts'

const now = new Date('2026-01-31T10:00:00Z')
const payment = { ...newPayment('upigateway', now, 1_800_000), checkCount: 3 }
const target = { payment, createdAt: now, due: { payment: { at: now, seq: 7 } } }
const at = { now, pollIntervalsMs: [5_000, 60_000], gapMs: 2_000 }

it('schedules the next check by age, or at the earliest allowed time when another was requested meanwhile', () => {
  const [unrequested, asked] = checkPatches(target, payment, at)
  const next = new Date('2026-01-31T10:01:00Z')
  expect(unrequested).toMatchObject({ guard: { 'due.payment.seq': 7 }, set: { 'due.payment.at': next } })
  expect(asked.guard).not.toHaveProperty('due.payment.seq')
  expect(asked.set).toMatchObject({ 'due.payment.at': new Date('2026-01-31T10:00:02Z') })
})

it('schedules no check before the minimum gap has passed, however short the poll interval', () => {
  const [unrequested] = checkPatches(target, payment, { ...at, pollIntervalsMs: [100] })
  expect(unrequested.set).toMatchObject({ 'due.payment.at': new Date('2026-01-31T10:00:02Z') })
})

it('applies only if no other check was recorded', () => {
  const after = { ...payment, checkCount: 4, checkedAt: now }
  for (const patch of checkPatches(target, after, at)) {
    expect(patch.guard).toMatchObject({ 'payment.checkCount': 3 })
    expect(patch.set).toMatchObject({ 'payment.checkCount': 4, 'payment.checkedAt': now })
  }
})

it('applies only if no other attempt was created, which the answer does not cover', () => {
  const attempts = [newAttempt('JP1', now)]
  for (const patch of checkPatches({ ...target, payment: { ...payment, attempts } }, payment, at)) {
    expect(patch.guard).toMatchObject({ 'payment.attempts.1': { $exists: false } })
    expect(Object.keys(patch.set)).not.toContain('payment.attempts')
  }
})

it('never reuses a task’s number', () => {
  for (const patch of checkPatches(target, payment, at)) {
    expect(patch.inc).toEqual({ 'due.payment.seq': 1 })
    expect(Object.keys(patch.set)).not.toContain('due.payment.seq')
  }
})

it('leads payers to our own page only where it can show a way to pay', () => {
  const attempt = { paymentUrl: 'https://gateway.test/pay/7' }
  expect(paymentUrlOf('JP1', { ...attempt, upiLinks: { bhim: 'upi://pay?am=1' } })).toBe(
    '/pay?client_txn_id=JP1',
  )
  expect(paymentUrlOf('JP1', { ...attempt, upiLinks: null })).toBe(attempt.paymentUrl)
  expect(paymentUrlOf('JP1', { ...attempt, upiLinks: { gpay: 'tez://upi' } })).toBe(attempt.paymentUrl)
})
