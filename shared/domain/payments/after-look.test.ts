import { expect, it } from 'vitest'
import { lookPatches } from './after-look.ts'
import { payAddress } from './open-link.ts'
import { newLink } from './payment-links.ts'
import { newPayment } from './payment-schema.ts'

const now = new Date('2026-01-31T10:00:00Z')
const payment = { ...newPayment('upigateway', now, 1_800_000), polls: 3 }
const looked = { payment, createdAt: now, due: { payment: { at: now, seq: 7 } } }
const at = { now, pollMs: [5_000, 60_000], gapMs: 2_000 }

it('owes the next look in time when nobody asked meanwhile, and else one as soon as one may be had', () => {
  const [quiet, asked] = lookPatches(looked, payment, at)
  const next = new Date('2026-01-31T10:01:00Z')
  expect(quiet).toMatchObject({ guard: { 'due.payment.seq': 7 }, set: { 'due.payment.at': next } })
  expect(asked.guard).not.toHaveProperty('due.payment.seq')
  expect(asked.set).toMatchObject({ 'due.payment.at': new Date('2026-01-31T10:00:02Z') })
})

it('owes no look sooner than one may be had, however short the poll', () => {
  const [quiet] = lookPatches(looked, payment, { ...at, pollMs: [100] })
  expect(quiet.set).toMatchObject({ 'due.payment.at': new Date('2026-01-31T10:00:02Z') })
})

it('holds only while nobody else has looked', () => {
  const after = { ...payment, polls: 4, askedAt: now }
  for (const patch of lookPatches(looked, after, at)) {
    expect(patch.guard).toMatchObject({ 'payment.polls': 3 })
    expect(patch.set).toMatchObject({ 'payment.polls': 4, 'payment.askedAt': now })
  }
})

it('holds only while no other link was asked for, about which the answer says nothing', () => {
  const links = [newLink('JP1', now)]
  for (const patch of lookPatches({ ...looked, payment: { ...payment, links } }, payment, at)) {
    expect(patch.guard).toMatchObject({ 'payment.links.1': { $exists: false } })
    expect(Object.keys(patch.set)).not.toContain('payment.links')
  }
})

it('never gives a task a number that it had before', () => {
  for (const patch of lookPatches(looked, payment, at)) {
    expect(patch.inc).toEqual({ 'due.payment.seq': 1 })
    expect(Object.keys(patch.set)).not.toContain('due.payment.seq')
  }
})

it('leads payers to our own page only where it can show them a way to pay', () => {
  const link = { paymentUrl: 'https://gateway.test/pay/7' }
  expect(payAddress('JP1', { ...link, upiLinks: { bhim: 'upi://pay?am=1' } })).toBe('/pay?client_txn_id=JP1')
  expect(payAddress('JP1', { ...link, upiLinks: null })).toBe(link.paymentUrl)
  expect(payAddress('JP1', { ...link, upiLinks: { gpay: 'tez://upi' } })).toBe(link.paymentUrl)
})
