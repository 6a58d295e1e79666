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
  ['assign', 'claimed it'],
  ['reassign', 'took it over'],
  ['unassign', 'let it go'],
  ['complete', 'set it to Completed'],
  ['refund', 'refunded ₹66.67'],
  ['cancel', 'set it to Cancelled'],
  ['delivered', 'took pack 2 of 3 as delivered, attempt 1'],
  ['retry_unit', 'had pack 2 of 3 sent again after attempt 1'],
  ['refund_partly', 'refunded ₹66.67 for what did not arrive'],
  ['ticket_delivered', 'answered the report: delivered after all'],
  ['ticket_explained', 'answered the report'],
  ['ticket_redeliver', 'answered the report: delivered again, free of charge'],
  ['give_up_redelivery', 'gave the second delivery up: the first report is open again'],
] as const)('describes the action %s as: %s', (action, text) => {
  expect(staffActionText(decision({ action, amount: 66.67 }), order)).toBe(text)
})

it('has a text for every kind of action', () => {
  for (const action of staffActionKinds) expect(staffActionText(decision({ action }), order)).not.toBe('')
})

it('states what was known at the decision, and nothing for assignments', () => {
  expect(contextText(decision({ action: 'retry_unit' }))).toBe(
    'Outcome unknown: No answer in 60 s. Points 60,385 before, not known after. The supplier takes 6.25',
  )
  expect(contextText(decision({ action: 'reassign' }))).toBe('')
})
