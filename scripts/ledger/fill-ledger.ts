import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { accounts, LedgerModel, MovementModel, WalletModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { Types } from 'mongoose'

const at = new Date()
const batch = 5_000
const topUpPaise = 100_000
const pricePaise = 500
const ordersPerOwner = 98

/**
 * Fills an empty database with so many entries: wallets with one top-up of ₹1,000 each and 98 orders of ₹5, every
 * tenth of them refunded, every second by UPI.
 */
export async function fillLedger(entries: number): Promise<void> {
  let left = entries
  let written = emptyBatch()
  for (let owner = 0; left > 0; owner += 1) {
    const one = anOwner(owner, left)
    left -= one.ledger.length * 2
    for (const key of ['ledger', 'orders', 'movements', 'wallets'] as const) written[key].push(...one[key])
    if (written.ledger.length < batch && left > 0) continue
    await write(written)
    written = emptyBatch()
  }
}

type Documents = Record<'ledger' | 'orders' | 'movements' | 'wallets', Record<string, unknown>[]>

const emptyBatch = (): Documents => ({ ledger: [], orders: [], movements: [], wallets: [] })

/** Past the models: their checks would take longer than what is measured. */
async function write(documents: Documents): Promise<void> {
  await Promise.all([
    LedgerModel.collection.insertMany(documents.ledger),
    documents.orders.length > 0 && OrderModel.collection.insertMany(documents.orders),
    MovementModel.collection.insertMany(documents.movements),
    WalletModel.collection.insertMany(documents.wallets as never),
  ])
}

function anOwner(number: number, entries: number): Documents {
  const userId = new Types.ObjectId()
  const wallet = accounts.wallet(userId)
  const documents = emptyBatch()
  const post = (
    kind: string,
    ref: string,
    { from, to, paise }: { from: string; to: string; paise: number },
  ) =>
    documents.ledger.push({
      _id: `${kind}:${ref}`,
      kind,
      ref,
      currency: 'INR',
      postings: [
        { account: from, amountPaise: -paise },
        { account: to, amountPaise: paise },
      ],
      at,
    })
  const gateway = accounts.gateway('upigateway')
  const txnid = `JT${String(number).padStart(12, '0')}`
  post('topup', `${txnid}/1`, { from: gateway, to: wallet, paise: topUpPaise })
  documents.movements.push(aTopUp(txnid, userId))
  let balancePaise = topUpPaise
  for (let index = 0; index < ordersPerOwner && documents.ledger.length * 2 < entries; index += 1) {
    const orderid = `JP${String(number * ordersPerOwner + index).padStart(12, '0')}`
    const byWallet = index % 2 === 0
    const refunded = index % 10 === 0
    if (byWallet) post('order_debit', orderid, { from: wallet, to: accounts.sales, paise: pricePaise })
    else
      post('order_payment', `${orderid}/1`, {
        from: gateway,
        to: accounts.sales,
        paise: pricePaise,
      })
    if (refunded) post('order_refund', orderid, { from: accounts.sales, to: wallet, paise: pricePaise })
    balancePaise += (byWallet ? -pricePaise : 0) + (refunded ? pricePaise : 0)
    documents.orders.push(anOrder(orderid, userId, { byWallet, refunded }))
  }
  documents.wallets.push({ _id: userId, balancePaise, version: 1 })
  return documents
}

const aPayment = (bankReference: string, amountPaise: number, to: string) => ({
  state: 'paid',
  gateway: 'upigateway',
  payBefore: at,
  captures: [{ bankReference, gatewayId: '1', amountPaise, payer: 'payer@upi', at, to }],
})

const lanes = {
  payment: { at: null, seq: 2 },
  fulfil: { at: null, seq: 1 },
  notify: { at: null, seq: 1 },
  swept: 0,
}

const aTopUp = (txnid: string, userId: Types.ObjectId) => ({
  _id: txnid,
  kind: 'topup',
  status: 'Success',
  userId,
  amountPaise: topUpPaise,
  payment: aPayment('405500000001', topUpPaise, 'wallet'),
  due: lanes,
})

/** With the fields that a real order has about it, so that it is about as large as one. */
export const anOrder = (
  orderid: string,
  userId: Types.ObjectId,
  { byWallet, refunded }: { byWallet: boolean; refunded: boolean },
) => ({
  _id: orderid,
  userId,
  customer: {
    userid: 'U261121ABCDEF',
    name: 'Asha Rao',
    email: 'asha.rao@example.test',
    mobilenumber: '9876543210',
    role: 'user',
  },
  product: {
    productid: 'mobile-legends',
    name: 'Mobile Legends',
    imgpath: '/media/art/mobile-legends.svg',
    labels: ['User ID', 'Zone ID'],
  },
  item: { itemid: 1001, name: '86 Diamonds', imgpath: '/media/art/items/diamonds-1.svg', apiType: 'SMILEBR' },
  input1: '123456789',
  input2: '1234',
  playerName: 'RaviOP',
  paymentmode: byWallet ? 'wallet' : 'upi',
  pricePaise,
  status: refunded ? 'Refunded' : 'Completed',
  version: 3,
  revision: 6,
  delivery: 'instant',
  units: [
    {
      ref: `${orderid}-1`,
      supplierItemId: '13',
      state: refunded ? 'refused' : 'delivered',
      attempt: 1,
      supplierOrderId: refunded ? '' : `S-${orderid}`,
    },
  ],
  payment: byWallet ? null : aPayment('405500000002', pricePaise, 'purchase'),
  creditedPaise: refunded ? pricePaise : 0,
  sharePaise: 0,
  history: ['Created', 'Processing', refunded ? 'Refunded' : 'Completed'].map((to, index) => ({
    version: index + 1,
    at,
    from: '',
    to,
    by: 'payments',
    reason: '',
  })),
  due: lanes,
  createdAt: at,
  updatedAt: at,
})
