import { type StaffAction, staffActionKinds } from '@jhatpat/shared/contracts/staff-actions.ts'
import { expect, it } from 'vitest'
import { makeBoardOrder } from './board-order-fixture.ts'
import { contextText, staffActionText } from './staff-action-text.ts'

const aUnit = (ref: string) => ({
  ref,
  state: 'planned' as const,
  attempt: 1,
  supplierOrderId: '',
  message: '',
  price: 115,
  cost: '',
  isAwaitingReading: false,
})
const order = makeBoardOrder({ unitList: [aUnit('JP1-1'), aUnit('JP1-2-r2'), aUnit('JP1-3')] })
const decision = (change: Partial<StaffAction>): StaffAction => ({
  at: '2026-11-21T15:12:10.000Z',
  by: 'a1',
  name: 'Meera',
  action: 'assign',
  reason: '',
  amount: 0,
  unit: 'JP1-2',
  attempt: 1,
  context: {
    pendingReason: 'outcome_unknown',
    detail: 'No answer',
    unit: 'unknown',
    message: 'No answer in 60 s.',
    cost: '6.25',
    balanceBefore: '60385.0',
    balanceAfter: '',
  },
  ...change,
})

it.each([
  ['assign', 'assigned the order to themselves'],
  ['reassign', 'reassigned the order to themselves'],
  ['unassign', 'unassigned the order'],
  ['complete', 'marked it completed'],
  ['refund', 'refunded ₹66.67'],
  ['cancel', 'cancelled the order'],
  ['delivered', 'marked unit 2 of 3 as delivered (attempt 1)'],
  ['retry_unit', 'resent unit 2 of 3 after attempt 1'],
  ['refund_partly', 'refunded ₹66.67 for undelivered units'],
  ['ticket_delivered', 'resolved the ticket: delivered'],
  ['ticket_explained', 'resolved the ticket'],
  ['ticket_redeliver', 'resolved the ticket: free replacement'],
  ['give_up_redelivery', 'cancelled the replacement; ticket reopened'],
] as const)('describes the action %s as: %s', (action, text) => {
  expect(staffActionText(decision({ action, amount: 66.67 }), order)).toBe(text)
})

it('has a text for every kind of action', () => {
  for (const action of staffActionKinds) expect(staffActionText(decision({ action }), order)).not.toBe('')
})

it('states what was known at the decision, and nothing for assignments', () => {
  expect(contextText(decision({ action: 'retry_unit' }))).toBe(
    'Outcome unknown: No answer in 60 s. Points 60,385 before, unknown after. The supplier takes 6.25',
  )
  expect(contextText(decision({ action: 'reassign' }))).toBe('')
})
