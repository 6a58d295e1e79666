import { Types } from 'mongoose'
import { expect, it } from 'vitest'
import type { BoardOrder } from '../../../contracts/admin.ts'
import type { Order } from '../../../contracts/orders.ts'
import { planUnits } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { boardView } from './board-view.ts'

const now = new Date('2026-01-31T10:10:00Z')
const at = new Date('2026-01-31T10:00:00Z')

const [planned] = planUnits('JP1', ['86'])
const unknown = { ...planned, state: 'unknown', balanceBefore: '100', balanceAfter: '90' }

const order = {
  _id: 'JP1',
  userId: new Types.ObjectId(),
  status: 'Processing',
  delivery: 'instant',
  paymentmode: 'wallet',
  pricePaise: 34_500,
  partlyRefundedPaise: 0,
  creditedPaise: 0,
  reason: '',
  input1: '1',
  input2: '',
  playerName: '',
  revision: 1,
  version: 1,
  payment: null,
  walletTxnId: 'W1',
  item: { name: '86 Diamonds' },
  product: { name: 'MLBB', labels: [] },
  customer: { userid: 'u1', name: 'Asha', email: 'asha@jhatpat.test', mobilenumber: '', role: 'user' },
  createdAt: at,
  updatedAt: at,
  processingAt: at,
  completedAt: null,
  ended: null,
  units: [planned],
  pendingReason: null,
  assignee: null,
  pendingCompletion: null,
  category: 'games',
  history: [],
  staffActions: [],
  due: { fulfil: { at: null, seq: 1 } },
} as unknown as OrderDoc

type BoardOnly = Exclude<keyof BoardOrder, keyof Order>

/** For each fact that the board has in addition to the customer's view: an order with a different value. */
const others = {
  customer: { customer: { ...order.customer, name: 'Imran' } },
  pendingReason: { pendingReason: { kind: 'task_failed', since: at, detail: '' } },
  needsAction: { pendingReason: { kind: 'task_failed', since: at, detail: '', needsAction: true } },
  assignee: { assignee: { adminId: 'a1', name: 'Meera', since: at, until: new Date(now.getTime() + 1) } },
  pendingCompletion: { pendingCompletion: { adminId: 'a1', name: 'Meera', until: at } },
  needsCodes: { delivery: 'manual', category: 'ott' },
  nextSteps: { status: 'Completed' },
  processingSince: { processingAt: now },
  supplierBalance: { units: [unknown] },
  unitList: { units: [unknown] },
  suggestedRefund: { pricePaise: 10_000 },
  refundable: { partlyRefundedPaise: 10_000 },
  staffActions: { staffActions: [{ at, amountPaise: 0, action: 'assign' }] },
  ticketFacts: {
    ticket: { status: 'open', openedAt: at, replyDueAt: at, deadlineAt: at, messages: [], readCount: 0 },
  },
  noteSummary: { notes: [{ at, by: 'a1', name: 'Meera', text: 'Asked the supplier.' }] },
} as unknown as Record<BoardOnly, Partial<OrderDoc>>

it('has an order for each fact that only the board contains', () => {
  const facts: Record<BoardOnly, true> = {
    customer: true,
    pendingReason: true,
    needsAction: true,
    assignee: true,
    pendingCompletion: true,
    needsCodes: true,
    nextSteps: true,
    processingSince: true,
    supplierBalance: true,
    unitList: true,
    suggestedRefund: true,
    refundable: true,
    staffActions: true,
    noteSummary: true,
    ticketFacts: true,
  }
  expect(Object.keys(others).sort()).toEqual(Object.keys(facts).sort())
})

it.each(Object.entries(others))('shows %s of the order', (field, change) => {
  const [one, other] = [order, { ...order, ...change }].map(
    (each) => boardView(each, now)[field as BoardOnly],
  )
  expect(other).not.toEqual(one)
})

it('does not grow with notes, because it is sent to each admin with each change', () => {
  const note = { id: 'ON1', at, by: 'a1', name: 'Meera', text: 'x'.repeat(1_000) }
  const [none, fifty] = [[], Array.from({ length: 50 }, () => note)].map((notes) =>
    boardView({ ...order, notes }, now),
  )
  expect(fifty?.noteSummary).toEqual({ count: 50, lastAt: at.toISOString() })
  expect(JSON.stringify(fifty).length - JSON.stringify(none).length).toBeLessThan(40)
})
