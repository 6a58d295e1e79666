import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

/** A board order for tests and previews: delivered by hand and unassigned by default. */
export function makeBoardOrder(change: Partial<BoardOrder> = {}): BoardOrder {
  const orderid = change.orderid ?? 'JP261121AAAA01'
  const value = change.value ?? 799
  const since = change.processingSince ?? new Date(Date.now() - 2 * 60_000).toISOString()
  return {
    _id: `id-${orderid}`,
    orderid,
    client_txn_id: orderid,
    itemname: '1,000 Points',
    status: 'Processing',
    reason: '',
    input1: 'sk_vyom#IN04',
    input2: '',
    value,
    paymentmode: 'upi',
    useremail: 'vyom@mail.in',
    createdAt: since,
    updatedAt: since,
    transactionid: '432198701177',
    revision: 3,
    version: 2,
    product: {
      _id: 'p1',
      productid: 'valorant',
      name: 'Valorant',
      imgpath: '/media/art/valorant.svg',
      inputs: [{ label: 'Riot ID' }, { label: 'Username' }],
    },
    itemimg: '/media/art/valorant.svg',
    username: '',
    delivery: 'manual',
    units: { total: 1, delivered: 0 },
    credited: 0,
    timeline: [
      { step: 'ordered', at: since },
      { step: 'paid', at: since, amount: 799, reference: '432198701177' },
      { step: 'manual', at: since },
    ],
    customer: { _id: '9'.repeat(24), name: 'Vyom Shah', role: 'user', mobilenumber: '9820041177' },
    pendingReason: { kind: 'manual', since, detail: '' },
    needsAction: true,
    assignee: null,
    pendingCompletion: null,
    needsCodes: false,
    nextSteps: ['Completed', 'Refunded', 'Cancelled'],
    processingSince: since,
    supplierBalance: null,
    unitList: [],
    noteSummary: { count: 0, lastAt: null },
    suggestedRefund: value,
    refundable: value,
    staffActions: [],
    ...change,
  }
}
