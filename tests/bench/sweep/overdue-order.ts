import { newOrder } from '@jhatpat/shared/domain/orders/index.ts'
import { planUnits } from '@jhatpat/shared/domain/purchasing/index.ts'
import type { Types } from 'mongoose'

const at = new Date()
const pricePaise = 500

const makePayment = (bankReference: string, amountPaise: number, to: string) => ({
  state: 'paid',
  gateway: 'upigateway',
  payBefore: at,
  captures: [{ bankReference, gatewayId: '1', amountPaise, payer: 'payer@upi', at, allocatedTo: to }],
})

const tasks = {
  payment: { at: null, seq: 2 },
  fulfil: { at: null, seq: 1 },
  notify: { at: null, seq: 1 },
  completion: { at: null, seq: 0 },
  sweepCount: 0,
}

/** With all fields of a real order, so that it has its size. */
export const makeOverdueOrder = (
  orderid: string,
  userId: Types.ObjectId,
  { byWallet, refunded }: { byWallet: boolean; refunded: boolean },
) => ({
  ...newOrder({
    _id: orderid,
    at,
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
    item: {
      itemid: 1001,
      name: '86 Diamonds',
      imgpath: '/media/art/items/diamonds-1.svg',
      apiType: 'SMILEBR',
    },
    category: 'games',
    input1: '123456789',
    input2: '1234',
    playerName: 'RaviOP',
    paymentmode: byWallet ? 'wallet' : 'upi',
    pricePaise,
    delivery: 'instant',
    units: planUnits(orderid, ['13']).map((unit) => ({
      ...unit,
      state: refunded ? ('rejected' as const) : ('delivered' as const),
      attempt: 1,
      supplierOrderId: refunded ? '' : `S-${orderid}`,
    })),
    points: null,
  }),
  status: refunded ? 'Refunded' : 'Completed',
  version: 3,
  revision: 6,
  payment: byWallet ? null : makePayment('405500000002', pricePaise, 'purchase'),
  creditedPaise: refunded ? pricePaise : 0,
  history: ['Created', 'Processing', refunded ? 'Refunded' : 'Completed'].map((to, index) => ({
    version: index + 1,
    at,
    from: '',
    to,
    by: 'payments',
    reason: '',
  })),
  due: tasks,
})
