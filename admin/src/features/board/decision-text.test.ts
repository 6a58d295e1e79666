import { decisionKinds, type OrderDecision } from '@jhatpat/shared/contracts/order-decisions.ts'
import { expect, it } from 'vitest'
import { aBoardOrder } from './a-board-order.ts'
import { decisionText, evidenceText } from './decision-text.ts'

const aUnit = (ref: string) => ({
  ...{
    ref,
    state: 'planned' as const,
    attempt: 1,
    supplierOrderId: '',
    message: '',
    price: 115,
    cost: '',
    isAwaitingReading: false,
  },
})
const order = aBoardOrder({ unitList: [aUnit('JP1-1'), aUnit('JP1-2-r2'), aUnit('JP1-3')] })
const decision = (change: Partial<OrderDecision>): OrderDecision => ({
  ...{ at: '2026-11-21T15:12:10.000Z', by: 'a1', name: 'Meera', what: 'claim', reason: '', amount: 0 },
  ...{ unit: 'JP1-2', attempt: 1 },
  evidence: {
    ...{ attention: 'outcome_unknown', detail: 'No answer', unit: 'unknown', message: 'No answer in 60 s.' },
    ...{ cost: '6.25', balanceBefore: '60385.0', balanceAfter: '' },
  },
  ...change,
})

it.each([
  ['claim', 'claimed it'],
  ['take_over', 'took it over'],
  ['release', 'let it go'],
  ['complete', 'set it to Completed'],
  ['refund', 'refunded ₹66.67'],
  ['cancel', 'set it to Cancelled'],
  ['delivered', 'took pack 2 of 3 as delivered, attempt 1'],
  ['send_again', 'had pack 2 of 3 sent again after attempt 1'],
  ['refund_share', 'refunded ₹66.67 for what did not arrive'],
  ['ticket_delivered', 'answered the report: delivered after all'],
  ['ticket_explained', 'answered the report'],
  ['ticket_again', 'answered the report: delivered again, free of charge'],
  ['ticket_given_up', 'gave the second delivery up: the first report is open again'],
] as const)('the decision %s reads: %s', (what, text) => {
  expect(decisionText(decision({ what, amount: 66.67 }), order)).toBe(text)
})

it('has words for every kind there is', () => {
  for (const what of decisionKinds) expect(decisionText(decision({ what }), order)).not.toBe('')
})

it('tells what was known, and nothing beside who holds the order', () => {
  expect(evidenceText(decision({ what: 'send_again' }))).toBe(
    'Outcome unknown: No answer in 60 s. Points 60,385 before, not known after. The supplier takes 6.25',
  )
  expect(evidenceText(decision({ what: 'take_over' }))).toBe('')
})
