import mongoose, { Types } from 'mongoose'

export const asha = new Types.ObjectId()
const at = new Date('2026-11-20T10:00:00Z')
const contact = { userid: 'u7k2mdx4', name: 'Asha', email: 'asha@x.test', mobilenumber: '9000000001' }
const lane = { at: null, seq: 1 }
const byUpi = 'POST /order/createOrder'

const order = (orderid: string, more: Record<string, unknown>) => ({
  _id: new Types.ObjectId(),
  orderid,
  userId: asha,
  customer: { ...contact, role: 'user' },
  product: { id: new Types.ObjectId(), productid: 'mobile-legends', name: 'ML', imgpath: '', labels: ['ID'] },
  item: { itemid: 1001, name: '86 Diamonds', imgpath: '', apiType: 'SMILEBR' },
  ...{ input1: '1', input2: '2', playerName: '', paymentmode: 'wallet', pricePaise: 34_500 },
  ...{ status: 'Completed', version: 1, revision: 1, reason: '', delivery: 'instant', units: [] },
  ...{ attention: null, claim: null, payment: null, walletTxnId: 'JW261120AAAAAAAA', creditedPaise: 0 },
  ...{ sharePaise: 0, processingAt: at, history: [], createdAt: at, updatedAt: at },
  due: { payment: lane, fulfil: lane, notify: lane, swept: 0 },
  ...more,
})

/** As it was before suppliers' prices, groups and watches. */
const unit = {
  ...{ ref: 'JP261120PLAINONE-1', supplierItemId: '13', state: 'sending', attempt: 1, waits: 0 },
  ...{ supplierOrderId: 'S1', code: '', message: '', sentAt: at, answeredAt: at },
  ...{ balanceBefore: '', balanceAfter: '' },
}

/** What was decided about its unit and contradicted, from before such a row called the unit `unit`; one does already. */
export const rowsOfPacks = {
  decisions: [
    { at, by: 'a1', name: 'Meera', what: 'claim', pack: '', attempt: 0, evidence: {}, amountPaise: 0 },
    {
      at,
      by: 'a1',
      name: 'Meera',
      what: 'send_again',
      pack: unit.ref,
      attempt: 1,
      evidence: {},
      reason: 'Lost',
    },
  ],
  contradictions: [
    { kind: 'delivered_twice', at, unit: unit.ref, attempt: 1, amountPaise: 34_500, closedAt: null },
    { kind: 'not_delivered', at, pack: unit.ref, attempt: 1, amountPaise: 34_500, closedAt: null },
  ],
}

const movement = (txnid: string, more: Record<string, unknown>) => ({
  ...{ _id: new Types.ObjectId(), txnid, kind: 'topup', status: 'Success', userId: asha, customer: contact },
  ...{ amountPaise: 50_000, orderid: '', note: '', payment: null, version: 1, revision: 1, history: [] },
  ...{ due: { payment: lane, notify: lane, swept: 0 }, createdAt: at, updatedAt: at, ...more },
})

const set = (kind: string, ref: string, [from, to, paise]: [string, string, number]) => ({
  ...{ _id: new Types.ObjectId(), kind, ref, currency: 'INR', at },
  postings: [
    { account: from, amountPaise: -paise },
    { account: to, amountPaise: paise },
  ],
})

const key = (route: string, name: string, more: Record<string, unknown>) => ({
  ...{ _id: new Types.ObjectId(), userId: String(asha), route, key: name, requestHash: 'the-request' },
  ...{ state: 'answered', owner: 'o', startedAt: new Date(), status: 200, reply: '{"first":true}', ...more },
})

const product = (productid: string) => ({
  ...{
    _id: new Types.ObjectId(),
    productid,
    name: productid,
    type: 'OTHER',
    category: 'games',
    imgpath: '/x',
  },
  ...{ importantnote: '', inputs: [{ label: 'a' }, { label: 'b' }], items: [1001], istrending: false },
  ...{ instock: true, isApi: false, apiType: 'OTHER', createdAt: at, updatedAt: at },
})

/** A shop as it was when MongoDB gave the ids, with ids that say nothing, and what was unique told by indexes. */
const documents: Record<string, Record<string, unknown>[]> = {
  users: [
    {
      ...{ _id: asha, ...contact, role: 'user', passwordHash: 'x', verified: true, isBlocked: false },
      ...{ createdAt: at, updatedAt: at, __v: 0 },
    },
  ],
  sessions: [
    {
      _id: new Types.ObjectId(),
      tokenHash: 'h'.repeat(43),
      createdAt: at,
      expiresAt: new Date(Date.now() + 3_600_000),
      userId: asha,
      ...contact,
      role: 'user',
    },
  ],
  products: [product('zebra-first'), product('apple-second')],
  items: [
    { _id: new Types.ObjectId(), itemid: 1001, id: '13', name: '86 Diamonds', discountedPaise: 34_500 },
  ],
  orders: [
    order('JP261120KEYORDER', { idempotencyKey: 'a-key-of-asha' }),
    order('JP261120PLAINONE', {
      status: 'Processing',
      units: [unit],
      due: { payment: lane, fulfil: lane, notify: lane, swept: 2 },
    }),
  ],
  wallet_transactions: [
    movement('JT261120KEYTOPUP', { idempotencyKey: 'a-key-of-asha' }),
    movement('JW261120AAAAAAAA', { kind: 'order_debit', amountPaise: -34_500, orderid: 'JP261120KEYORDER' }),
  ],
  ledger: [
    set('topup', 'JT261120KEYTOPUP/4055', ['gateway:upigateway', `wallet:${asha}`, 50_000]),
    set('order_debit', 'JP261120KEYORDER', [`wallet:${asha}`, 'sales', 34_500]),
  ],
  notices: [
    {
      ...{ _id: new Types.ObjectId(), ref: 'JP261120KEYORDER', kind: 'order_completed', occasion: '' },
      ...{ channel: 'sms', status: 'accepted', attempts: 1, answer: 'r', __v: 0 },
    },
  ],
  idempotency_keys: [
    key(byUpi, 'a-key-of-asha', {}),
    key(byUpi, 'a-key-that-failed', { state: 'running', status: undefined, reply: undefined }),
  ],
}

const unique = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, 1 as const]))
const indexes: [string, Record<string, 1>, string | undefined, string?][] = [
  ['users', unique('userid'), undefined],
  ['users', unique('email'), undefined],
  ['sessions', unique('tokenHash'), undefined],
  ['idempotency_keys', unique('userId', 'route', 'key'), undefined],
  ['products', unique('productid'), 'productid_unique'],
  ['items', unique('itemid'), 'itemid_unique'],
  ['notices', unique('ref', 'kind', 'occasion', 'channel'), 'ref_kind_occasion_channel_unique'],
  ['orders', unique('orderid'), 'orderid'],
  ['orders', unique('userId', 'idempotencyKey'), 'one_order_per_key', 'idempotencyKey'],
  ['ledger', unique('kind', 'ref'), 'one_set_per_cause'],
  ['wallet_transactions', unique('txnid'), 'txnid'],
  ['wallet_transactions', unique('userId', 'idempotencyKey'), 'one_topup_per_key', 'idempotencyKey'],
]

/** Makes the connected, empty database an old one: two orders, a top-up, and all that goes with them. */
export async function fillOldShape(): Promise<void> {
  const db = mongoose.connection
  for (const [name, some] of Object.entries(documents)) await db.collection(name).insertMany(some)
  for (const [name, fields, index, partial] of indexes) {
    await db.collection(name).createIndex(fields, {
      unique: true,
      ...(index ? { name: index } : {}),
      ...(partial ? { partialFilterExpression: { [partial]: { $exists: true } } } : {}),
    })
  }
  await db.collection('idempotency_keys').createIndex({ startedAt: 1 }, { expireAfterSeconds: 172_800 })
  await db.collection('wallets').insertOne({ _id: asha, balancePaise: 15_500, version: 2 })
  await db.collection<{ _id: string }>('migrations').insertOne({ _id: '0001-indexes' })
}
