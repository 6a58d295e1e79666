import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { newOrder, type OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { type IPayment, newPayment } from '@jhatpat/shared/domain/payments/index.ts'
import { planUnits } from '@jhatpat/shared/domain/purchasing/index.ts'

/** One purchase of the large shop; money in paise. */
export type Bought = {
  orderid: string
  user: IUser
  at: Date
  pricePaise: number
  isWallet: boolean
  status: 'Completed' | 'Refunded' | 'Failed' | 'Cancelled'
  bankReference: string
  player: string
}

const games = [
  ['mobile-legends', 'Mobile Legends', 'SMILEBR'],
  ['free-fire', 'Free Fire', 'OTHER'],
  ['genshin-impact', 'Genshin Impact', 'MOOGOLDGENSHIN'],
  ['honor-of-kings', 'Honor of Kings', 'MOOGOLDHOK'],
] as const

export const contactOf = ({ userid, name, email, mobilenumber }: IUser) => ({
  userid,
  name,
  email,
  mobilenumber,
})

/** A payment by UPI that was received in full, or never. */
export function makePastPayment(
  id: string,
  {
    at,
    paise,
    bankReference,
    allocatedTo,
  }: { at: Date; paise: number; bankReference: string; allocatedTo: 'purchase' | 'wallet' },
  isPaid = true,
): IPayment {
  const ids = { gatewayId: id, attemptId: id, bankReference }
  return {
    ...newPayment('upigateway', at, 1_800_000),
    state: isPaid ? 'paid' : 'failed',
    captures: isPaid ? [{ ...ids, amountPaise: paise, payer: 'payer@upi', at, allocatedTo }] : [],
  }
}

/** An order that has ended, with all records of a real one. */
export function makePastOrder(bought: Bought, walletTxnId: string): OrderDoc {
  const { orderid, user, at, pricePaise, isWallet, status, bankReference, player } = bought
  const [productid, product, apiType] = games[Number(player) % games.length] ?? games[0]
  const endedAt = new Date(at.getTime() + 47_000)
  const isPaid = status !== 'Failed'
  const isDone = status === 'Completed'
  const reason = status === 'Refunded' ? 'The supplier does not sell to this region' : ''
  const moves = isPaid ? (['Processing', status] as const) : ([status] as const)
  const units = isPaid ? soldUnits(bought, endedAt) : []
  const creditedPaise = status === 'Refunded' ? pricePaise : 0
  const placed = newOrder({
    _id: orderid,
    at,
    userId: user._id,
    customer: { ...contactOf(user), role: user.role },
    product: {
      productid,
      name: product,
      imgpath: `/media/art/${productid}.svg`,
      labels: ['User ID', 'Zone ID'],
    },
    item: {
      itemid: 1_001 + (pricePaise % 7),
      name: `${Math.round(pricePaise / 100)} Diamonds`,
      imgpath: '/media/art/items/diamonds-1.svg',
      apiType,
    },
    category: 'games',
    input1: player,
    input2: '1234',
    playerName: 'RaviOP',
    paymentmode: isWallet ? 'wallet' : 'upi',
    pricePaise,
    delivery: 'instant',
    units,
    points: null,
  })
  return {
    ...placed,
    status,
    version: moves.length + 1,
    revision: moves.length + 2,
    reason,
    changes: isPaid ? [{ units: units.map(changeOfUnit), creditedPaise, partlyRefundedPaise: 0 }] : [],
    pendingReason: null,
    walletTxnId,
    payment: isWallet
      ? null
      : makePastPayment(orderid, { at, paise: pricePaise, bankReference, allocatedTo: 'purchase' }, isPaid),
    creditedPaise,
    processingAt: isPaid ? at : null,
    completedAt: isDone ? endedAt : null,
    ended: { at: endedAt, by: isPaid ? 'supplier' : 'payments', previous: null },
    history: [
      { version: 1, at, from: '', to: 'Created', by: 'customer', reason: '' },
      ...moves.map((to, index) => ({
        version: index + 2,
        at: index === moves.length - 1 ? endedAt : at,
        to,
        reason,
        from: index === 0 ? ('Created' as const) : ('Processing' as const),
        by: isPaid ? 'supplier' : 'payments',
      })),
    ],
    updatedAt: endedAt,
  }
}

const changeOfUnit = ({ state, attempt, supplierOrderId }: OrderDoc['units'][number], index: number) => ({
  index,
  state,
  attempt,
  supplierOrderId,
})

function soldUnits({ orderid, at, status }: Bought, answeredAt: Date): OrderDoc['units'] {
  const isDelivered = status === 'Completed'
  return planUnits(orderid, ['13']).map((unit) => ({
    ...unit,
    attempt: 1,
    state: isDelivered ? ('delivered' as const) : ('rejected' as const),
    supplierOrderId: isDelivered ? `S${orderid.slice(2)}` : '',
    code: isDelivered ? '' : '201',
    sentAt: at,
    answeredAt,
  }))
}
