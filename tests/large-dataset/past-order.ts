import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { type IPayment, newPayment } from '@jhatpat/shared/domain/payments/index.ts'
import { noTask } from '@jhatpat/shared/platform/due-tasks.ts'

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
  const units = isPaid ? [aUnit(bought, endedAt)] : []
  const creditedPaise = status === 'Refunded' ? pricePaise : 0
  return {
    _id: orderid,
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
    input1: player,
    input2: '1234',
    playerName: 'RaviOP',
    paymentmode: isWallet ? 'wallet' : 'upi',
    pricePaise,
    status,
    version: moves.length + 1,
    revision: moves.length + 2,
    reason,
    delivery: 'instant',
    units,
    changes: isPaid ? [{ units: units.map(changeOfUnit), creditedPaise, partlyRefundedPaise: 0 }] : [],
    pendingReason: null,
    assignee: null,
    pendingCompletion: null,
    category: 'games',
    walletTxnId,
    payment: isWallet
      ? null
      : makePastPayment(orderid, { at, paise: pricePaise, bankReference, allocatedTo: 'purchase' }, isPaid),
    creditedPaise,
    partlyRefundedPaise: 0,
    points: null,
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
    staffActions: [],
    notes: [],
    supplierConflicts: [],
    hasSupplierConflict: false,
    vault: [],
    ticket: null,
    lateOffer: null,
    hold: null,
    redeliveryOf: '',
    redelivery: null,
    givenUpAt: null,
    due: { payment: noTask(), fulfil: noTask(), notify: noTask(), completion: noTask(), sweepCount: 0 },
    createdAt: at,
    updatedAt: endedAt,
  } as OrderDoc
}

const changeOfUnit = ({ state, attempt, supplierOrderId }: OrderDoc['units'][number], index: number) => ({
  index,
  state,
  attempt,
  supplierOrderId,
})

function aUnit({ orderid, at, status }: Bought, answeredAt: Date): OrderDoc['units'][number] {
  const isDelivered = status === 'Completed'
  return {
    ref: `${orderid}-1`,
    supplierItemId: '13',
    attempt: 1,
    retryCount: 0,
    cost: '',
    factor: 1,
    isCostOpen: false,
    fields: [],
    sentBatch: 0,
    state: isDelivered ? 'delivered' : 'rejected',
    supplierOrderId: isDelivered ? `S${orderid.slice(2)}` : '',
    code: isDelivered ? '' : '201',
    message: '',
    deferredSince: null,
    unknownSince: null,
    sentAt: at,
    sentBy: '',
    answeredAt,
    balanceBefore: '',
    balanceAfter: '',
    batch: 0,
    accountId: '',
    notFoundTimes: 0,
    notFoundSince: null,
    isFollowedUp: false,
  }
}
