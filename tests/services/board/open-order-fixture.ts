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
  return {
    _id: `JP261121${String(index).padStart(8, '0')}`,
    userId: new Types.ObjectId(),
    status: 'Processing',
    pricePaise: 100,
    version: 1,
    revision: 1,
    customer: { userid: 'u', name: 'Asha', email: 'a@x.test', mobilenumber: '', role: 'user' },
    product: { productid: 'p', name: 'P', imgpath: '', labels: [] },
    item: { itemid: 1, name: 'I', imgpath: '', apiType: 'SMILEBR' },
    input1: '1',
    input2: '',
    playerName: '',
    paymentmode: 'wallet',
    delivery: 'instant',
    reason: '',
    units: planUnits('JP', ['1']),
    pendingReason: pendingReasonOf('manual', { since: at, nextTry: null }),
    payment: null,
    history: [],
    partlyRefundedPaise: 0,
    creditedPaise: 0,
    pendingCompletion: null,
    staffActions: [],
    notes: [],
    supplierConflicts: [],
    vault: [],
    ticket: null,
    processingAt: at,
    createdAt: at,
    updatedAt: at,
    due: openDue(null),
    assignee: null as { until: Date } | null,
    ...more,
  }
}
