import { expect, it } from 'vitest'
import { lanePatches } from './after-look.ts'
import { payAddress } from './open-payment.ts'

const now = new Date('2026-01-31T10:00:00Z')
const next = new Date('2026-01-31T10:01:00Z')

it('owes the next look in time when nobody asked meanwhile, and else one at once', () => {
  const [quiet, asked] = lanePatches({ at: now, seq: 7 }, next, now)
  expect(quiet).toMatchObject({ guard: { 'due.payment.seq': 7 }, set: { 'due.payment.at': next } })
  expect(asked).toMatchObject({ guard: {}, set: { 'due.payment.at': now } })
})

it('never gives a lane a number that it had before', () => {
  for (const patch of lanePatches({ at: null, seq: 0 }, null, now)) {
    expect(patch.inc).toEqual({ 'due.payment.seq': 1 })
    expect(Object.keys(patch.set)).not.toContain('due.payment.seq')
  }
})

it('leads payers to our own page only where it can show them a way to pay', () => {
  const link = { gatewayId: '7', paymentUrl: 'https://gateway.test/pay/7' }
  expect(payAddress('JP1', { ...link, upiLinks: { bhim: 'upi://pay?am=1' } })).toBe('/pay?client_txn_id=JP1')
  expect(payAddress('JP1', { ...link, upiLinks: null })).toBe(link.paymentUrl)
  expect(payAddress('JP1', { ...link, upiLinks: { gpay: 'tez://upi' } })).toBe(link.paymentUrl)
})
