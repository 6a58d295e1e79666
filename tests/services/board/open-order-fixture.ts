import { newOrder } from '@jhatpat/shared/domain/orders/index.ts'
import { pendingReasonOf } from '@jhatpat/shared/domain/orders/rules/pending-reason.ts'
import { planUnits } from '@jhatpat/shared/domain/purchasing/index.ts'
import { Types } from 'mongoose'

/** The scheduled tasks of an open order. `fulfil` has a time when the order is tried again. */
export function openDue(nextTry: Date | null) {
  const task = { at: null, seq: 1 }
  return { payment: task, fulfil: { at: nextTry, seq: 1 }, notify: task, completion: task, sweepCount: 0 }
}

/** The document of a manual order that became Processing `at` that time, for `insertMany`. */
export function makeOpenOrder(index: number, at: Date, more: object = {}) {
  const placed = newOrder({
    _id: `JP261121${String(index).padStart(8, '0')}`,
    at,
    userId: new Types.ObjectId(),
    customer: { userid: 'u', name: 'Asha', email: 'a@x.test', mobilenumber: '', role: 'user' },
    product: { productid: 'p', name: 'P', imgpath: '', labels: [] },
    item: { itemid: 1, name: 'I', imgpath: '', apiType: 'SMILEBR' },
    category: '',
    input1: '1',
    input2: '',
    playerName: '',
    paymentmode: 'wallet',
    pricePaise: 100,
    delivery: 'instant',
    units: planUnits('JP', ['1']),
    points: null,
  })
  return {
    ...placed,
    status: 'Processing',
    pendingReason: pendingReasonOf('manual', { since: at, nextTry: null }),
    payment: null,
    history: [],
    processingAt: at,
    due: openDue(null),
    assignee: null as { until: Date } | null,
    ...more,
  }
}
