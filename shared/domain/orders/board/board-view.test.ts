import { Types } from 'mongoose'
import { expect, it } from 'vitest'
import type { BoardOrder } from '../../../contracts/admin.ts'
import type { Order } from '../../../contracts/orders.ts'
import { planUnits } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { boardView } from './board-view.ts'

const now = new Date('2026-01-31T10:10:00Z')
const at = new Date('2026-01-31T10:00:00Z')

const [planned] = planUnits('JP1', ['86'])
const unknown = { ...planned, state: 'unknown', balanceBefore: '100', balanceAfter: '90' }

const order = {
  ...{ _id: 'JP1', userId: new Types.ObjectId(), status: 'Processing', delivery: 'instant' },
  ...{ paymentmode: 'wallet', pricePaise: 34_500, sharePaise: 0, creditedPaise: 0, reason: '' },
  ...{ input1: '1', input2: '', playerName: '', revision: 1, version: 1, payment: null, walletTxnId: 'W1' },
  ...{ item: { name: '86 Diamonds' }, product: { name: 'MLBB', labels: [] } },
  customer: { userid: 'u1', name: 'Asha', email: 'asha@jhatpat.test', mobilenumber: '', role: 'user' },
  ...{ createdAt: at, updatedAt: at, processingAt: at, completedAt: null, ended: null },
  ...{
    units: [planned],
    attention: null,
    claim: null,
    closing: null,
    category: 'games',
    history: [],
    decisions: [],
  },
  due: { fulfil: { at: null, seq: 1 } },
} as unknown as OrderDoc

type BoardOnly = Exclude<keyof BoardOrder, keyof Order>

/** For each fact that the board is sent beside the customer's view: an order whose fact is another. */
const others = {
  customer: { customer: { ...order.customer, name: 'Imran' } },
  attention: { attention: { kind: 'stuck', since: at, detail: '' } },
  forPerson: { attention: { kind: 'stuck', since: at, detail: '', forPerson: true } },
  claim: { claim: { adminId: 'a1', name: 'Meera', since: at, until: new Date(now.getTime() + 1) } },
  closing: { closing: { adminId: 'a1', name: 'Meera', until: at } },
  takesCodes: { delivery: 'by_hand', category: 'ott' },
  nextSteps: { status: 'Completed' },
  processingSince: { processingAt: now },
  supplierBalance: { units: [unknown] },
  unitList: { units: [unknown] },
  refundable: { pricePaise: 10_000 },
  leftToRefund: { sharePaise: 10_000 },
  decisions: { decisions: [{ at, amountPaise: 0, kind: 'claim' }] },
  desk: { ticket: { status: 'open', openedAt: at, answerBy: at, endsAt: at, messages: [], readTo: 0 } },
  noted: { notes: [{ at, by: 'a1', name: 'Meera', text: 'Asked the supplier.' }] },
} as unknown as Record<BoardOnly, Partial<OrderDoc>>

it('has an order for every fact that the board alone is sent', () => {
  const facts: Record<BoardOnly, true> = {
    ...{
      customer: true,
      attention: true,
      forPerson: true,
      claim: true,
      closing: true,
      takesCodes: true,
      nextSteps: true,
      processingSince: true,
    },
    ...{ supplierBalance: true, unitList: true, refundable: true, leftToRefund: true, decisions: true },
    noted: true,
    desk: true,
  }
  expect(Object.keys(others).sort()).toEqual(Object.keys(facts).sort())
})

it.each(Object.entries(others))('shows %s as the order has it', (field, change) => {
  const [one, other] = [order, { ...order, ...change }].map(
    (each) => boardView(each, now)[field as BoardOnly],
  )
  expect(other).not.toEqual(one)
})

it('grows by no note: it is sent to every admin with each change', () => {
  const note = { id: 'ON1', at, by: 'a1', name: 'Meera', text: 'x'.repeat(1_000) }
  const [none, fifty] = [[], Array.from({ length: 50 }, () => note)].map((notes) =>
    boardView({ ...order, notes }, now),
  )
  expect(fifty?.noted).toEqual({ count: 50, lastAt: at.toISOString() })
  expect(JSON.stringify(fifty).length - JSON.stringify(none).length).toBeLessThan(40)
})
