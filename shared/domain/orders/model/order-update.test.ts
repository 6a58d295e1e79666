// cspell:ignore atempt
import { describe, expect, it } from 'vitest'
import type { PaymentGuard, PaymentSet } from '../../payments/payment-schema.ts'
import type { TopUpChange } from '../../wallet/change-top-up.ts'
import type { OrderEdit } from '../change/transition-order.ts'
import { type OrderGuard, type OrderSet, type OrderSums, setUnit, unitIs, unitSet } from './order-update.ts'

const at = new Date('2026-01-31T10:00:00Z')
const index: number = 2

/**
 * Each line under `@ts-expect-error` must not compile: if it did, the type check of this file would fail. The
 * tests only use the values.
 */
describe('the compiler checks an update of', () => {
  it('an order', () => {
    const right: OrderSet[] = [
      { 'due.fulfil.at': at, 'payment.state': 'failed', assignee: null },
      {
        pendingReason: { kind: 'task_failed', since: at, detail: '', needsAction: true },
        'pendingReason.detail': '',
      },
    ]
    const wrong: OrderSet[] = [
      // @ts-expect-error a name that no task has
      { 'due.fulfil.att': at },
      // @ts-expect-error a task that no order has
      { ...right[0], 'due.fulfill.at': at },
      // @ts-expect-error a kind that no pendingReason has
      { ...right[0], pendingReason: { kind: 'stuk', since: at, detail: '' } },
      // @ts-expect-error the same by its path, below what may be null
      { 'pendingReason.kind': 'stuk' },
      // @ts-expect-error a state that no payment has
      { 'payment.state': 'payed' },
      // @ts-expect-error a sum is no text
      { creditedPaise: '100' },
      // @ts-expect-error only a transition sets the status
      { status: 'Completed' },
      // @ts-expect-error the revision increments by itself
      { revision: 7 },
      // @ts-expect-error the value of a computed path is not typed
      { [`units.${index}.state`]: 'sending' },
    ]
    const wrongSums: OrderSums[] = [
      // @ts-expect-error only a transition increments the version
      { version: 1 },
      // @ts-expect-error a text cannot be incremented
      { reason: 1 },
    ]
    expect([right, wrong, wrongSums].map(({ length }) => length)).toEqual([2, 9, 2])
  })

  it('a unit', () => {
    // @ts-expect-error a state that no unit has
    const wrongState = unitSet(index, { state: 'sendin' })
    // @ts-expect-error a name that no unit has
    const wrongName = unitSet(index, { atempt: 1 })
    // @ts-expect-error an incomplete unit
    const wrongUnit = setUnit(index, { state: 'sending' })
    expect(unitSet(index, { state: 'sending', attempt: 1 })).toEqual({
      'units.2.state': 'sending',
      'units.2.attempt': 1,
    })
    expect([wrongState, wrongName, wrongUnit]).toEqual([
      { 'units.2.state': 'sendin' },
      { 'units.2.atempt': 1 },
      { 'units.2': { state: 'sending' } },
    ])
  })

  it('a guard', () => {
    const guards: OrderGuard[] = [
      { status: 'Processing', 'due.fulfil.at': { $ne: null }, 'assignee.until': { $gt: at } },
      unitIs(index, { state: { $in: ['sending', 'unknown'] }, attempt: 1 }),
      // @ts-expect-error a status that no order has
      { status: 'Procesing' },
      // @ts-expect-error the same among several
      { status: { $in: ['Created', 'Payed'] } },
      // @ts-expect-error a name that no task has
      { 'due.fulfil.sq': 1 },
      // @ts-expect-error a state that no unit has
      unitIs(index, { state: { $in: ['sendin'] } }),
      // @ts-expect-error the same inside a list
      { units: { $elemMatch: { state: 'sendin' } } },
      // @ts-expect-error null, which every order matches there
      unitIs(index, { sentAt: null }),
    ]
    expect(guards).toHaveLength(8)
  })

  it('the due tasks', () => {
    const edits: OrderEdit[] = [
      { guard: {}, due: { fulfil: at, notify: null } },
      // @ts-expect-error a task that no order has
      { guard: {}, due: { deliver: at } },
      // @ts-expect-error an edit without a guard must say so
      { due: { fulfil: at } },
    ]
    expect(edits).toHaveLength(3)
  })

  it('a payment and a top-up', () => {
    const sets: PaymentSet[] = [
      { 'payment.discrepancyAt': null, 'due.payment.at': at },
      // @ts-expect-error a name that no payment has
      { 'payment.doubtedAt': null },
      // @ts-expect-error a state that no attempt has
      { 'payment.attempts.1.state': 'opened' },
      // @ts-expect-error a payment has no other task
      { 'due.fulfil.at': at },
    ]
    const guards: PaymentGuard[] = [
      { 'payment.checkCount': 3 },
      // @ts-expect-error a number is no text
      { 'payment.checkCount': '3' },
    ]
    const topUps: TopUpChange['set'][] = [
      { amountPaise: 100 },
      // @ts-expect-error a status changes with a row of its history
      { status: 'Success' },
    ]
    expect([sets, guards, topUps].map(({ length }) => length)).toEqual([4, 2, 2])
  })
})
