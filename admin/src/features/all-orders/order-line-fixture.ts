import type { OrderRow, WalletTransactionRow } from '@jhatpat/shared/contracts/admin-lists.ts'

export const makeOrderLine = (part: Partial<OrderRow> = {}): OrderRow => ({
  ...{ _id: 'JP261121GVT8DMZ5', orderid: 'JP261121GVT8DMZ5', itemname: '257 Diamonds', itemimg: '' },
  ...{ productname: 'Mobile Legends', status: 'Completed', reason: '', input1: '123456789', input2: '1234' },
  ...{ username: 'RaviOP', value: 319, paymentmode: 'upi', useremail: 'arjun.nair@mail.test' },
  customer: { _id: 'u1', userid: 'u48k2m1q', name: 'Arjun Nair', mobilenumber: '9876543210' },
  ...{ createdAt: '2026-11-21T15:12:10.000Z', updatedAt: '2026-11-21T15:13:00.000Z' },
  ...{ transactionid: '432198765012', supplierorders: ['S261121'], completedAt: '' },
  ...part,
})

export const makeWalletLine = (part: Partial<WalletTransactionRow> = {}): WalletTransactionRow => ({
  ...{ txnid: 'JW261121R00ZTMQZ', type: 'Debit', status: 'Success', amount: -319, balanceAfter: 1521 },
  ...{ orderid: 'JP261121GVT8DMZ5', userid: 'u48k2m1q', useremail: 'arjun.nair@mail.test' },
  customer: { _id: 'u1', name: 'Arjun Nair', mobilenumber: '9876543210' },
  ...{ createdAt: '2026-11-21T15:12:51.000Z', updatedAt: '2026-11-21T15:12:51.000Z' },
  ...{ note: '257 Diamonds', reference: '' },
  ...part,
})
