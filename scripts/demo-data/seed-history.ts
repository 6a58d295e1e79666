import { findUserByEmail, type IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { findListing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { listingCopy, newOrder, type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { type IPayment, newPayment } from '@jhatpat/shared/domain/payments/index.ts'
import { pointAccounts, pointsEarned, postPoints } from '@jhatpat/shared/domain/points/index.ts'
import { planUnits } from '@jhatpat/shared/domain/purchasing/index.ts'
import {
  JournalEntryModel,
  ledgerAccounts,
  postEntries,
  recordTransaction,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { noTask } from '@jhatpat/shared/platform/due-tasks.ts'
import { newReference } from '@jhatpat/shared/platform/ids.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import type { ClientSession } from 'mongoose'

type PastOrder = {
  product: string
  itemid: number
  input1: string
  input2: string
  playerName: string
  hoursAgo: number
  ending: 'Completed' | 'Refunded'
}

const topUpPaise = 250_000

const pastOrders: readonly PastOrder[] = [
  {
    product: 'mobile-legends',
    itemid: 1001,
    input1: '123456789',
    input2: '1234',
    playerName: 'RaviOP',
    hoursAgo: 97,
    ending: 'Completed',
  },
  {
    product: 'mobile-legends',
    itemid: 1004,
    input1: '123456789',
    input2: '1234',
    playerName: 'RaviOP',
    hoursAgo: 50,
    ending: 'Completed',
  },
  {
    product: 'mobile-legends',
    itemid: 1002,
    input1: '987654321',
    input2: '2001',
    playerName: 'NehaPlays',
    hoursAgo: 26,
    ending: 'Refunded',
  },
]

/**
 * A week of the demo customer's history: a top-up and three orders paid from the wallet, written through
 * the ledger like all money. Does nothing for a customer whose wallet has transactions.
 */
export async function seedHistory(email: string, now = new Date()): Promise<boolean> {
  const user = await findUserByEmail(email)
  if (!user || (await JournalEntryModel.exists({ 'postings.account': ledgerAccounts.wallet(user._id) })))
    return false
  await putTopUp(user, hoursBefore(now, 98))
  for (const past of pastOrders) await putOrder(user, past, hoursBefore(now, past.hoursAgo))
  return true
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000)

const contactOf = ({ userid, name, email, mobilenumber }: IUser) => ({ userid, name, email, mobilenumber })

async function putTopUp(user: IUser, at: Date): Promise<void> {
  const txnid = newReference('JT', at)
  const bankReference = '405500000001'
  const transaction: WalletTransactionDoc = {
    _id: txnid,
    kind: 'topup',
    status: 'Success',
    userId: user._id,
    customer: contactOf(user),
    amountPaise: topUpPaise,
    orderid: '',
    note: 'Top-up by UPI',
    after: { balancePaise: topUpPaise, version: 1, at },
    payment: makePayment(txnid, bankReference, at),
    version: 2,
    revision: 2,
    history: [
      { at, from: 'Created', to: 'Success', by: 'payments', reason: `bank reference ${bankReference}` },
    ],
    due: { payment: noTask(), notify: noTask(), sweepCount: 0 },
    createdAt: at,
    updatedAt: at,
  }
  const postings = [
    { account: ledgerAccounts.gateway('upigateway'), amountPaise: -topUpPaise },
    { account: ledgerAccounts.wallet(user._id), amountPaise: topUpPaise },
  ]
  await inTransaction(async (session) => {
    await WalletTransactionModel.insertMany([transaction], { session })
    await postEntries(session, [{ kind: 'topup', ref: `${txnid}/${txnid}`, postings }], at)
  })
}

function makePayment(txnid: string, bankReference: string, at: Date): IPayment {
  const ids = { gatewayId: txnid, attemptId: txnid, bankReference }
  const capture = { ...ids, amountPaise: topUpPaise, payer: 'asha@upi', at } as const
  return {
    ...newPayment('upigateway', at, 1_800_000),
    state: 'paid',
    captures: [{ ...capture, allocatedTo: 'wallet' }],
  }
}

async function putOrder(user: IUser, past: PastOrder, at: Date): Promise<void> {
  const listing = await findListing({ productId: past.product, itemid: past.itemid })
  const { item } = listing
  const endedAt = new Date(at.getTime() + 47_000)
  const refunded = past.ending === 'Refunded'
  const reason = refunded ? 'The supplier does not sell to this region' : ''
  const orderid = newReference('JP', at)
  const price = item.discountedPaise
  const customer = { ...contactOf(user), role: user.role }
  const offered = pointsEarned({ POINTS_PER_100_RUPEES: 1, POINT_VALUE_PAISE: 100 }, price)
  const paid = postingSet({
    kind: 'order_debit',
    ref: orderid,
    from: ledgerAccounts.wallet(user._id),
    to: ledgerAccounts.sales,
    paise: price,
  })
  const back = postingSet({
    kind: 'order_refund',
    ref: orderid,
    from: ledgerAccounts.sales,
    to: ledgerAccounts.wallet(user._id),
    paise: price,
  })
  await inTransaction(async (session) => {
    const owner = { userId: user._id, customer }
    const debit = { kind: 'order_debit' as const, amountPaise: -price, orderid, note: item.name, at }
    const spent = await postEntries(session, [paid], at)
    const walletTxnId = await recordTransaction(session, owner, { ...debit, moved: spent })
    if (refunded) {
      const credit = {
        kind: 'refund' as const,
        amountPaise: price,
        orderid,
        note: `Refund for ${item.name}`,
        at: endedAt,
      }
      await recordTransaction(session, owner, {
        ...credit,
        moved: await postEntries(session, [back], endedAt),
      })
    }
    const sold = refunded
      ? { state: 'rejected' as const, attempt: 1, supplierOrderId: '' }
      : { state: 'delivered' as const, attempt: 1, supplierOrderId: `S${orderid.slice(2)}` }
    const creditedPaise = refunded ? price : 0
    const placed = newOrder({
      _id: orderid,
      at,
      userId: user._id,
      customer,
      ...listingCopy(listing),
      input1: past.input1,
      input2: past.input2,
      playerName: past.playerName,
      paymentmode: 'wallet',
      pricePaise: price,
      delivery: 'instant',
      units: planUnits(orderid, [item.id]).map((unit) => ({
        ...unit,
        ...sold,
        code: refunded ? '201' : '',
        message: reason,
        sentAt: new Date(at.getTime() + 1_000),
        answeredAt: endedAt,
      })),
      points: { offered, earned: earnedWith(past, offered), revoked: 0 },
    })
    const order: OrderDoc = {
      ...placed,
      status: past.ending,
      version: 2,
      revision: 3,
      reason,
      pendingReason: null,
      payment: null,
      walletTxnId,
      creditedPaise,
      changes: [{ units: [{ index: 0, ...sold }], creditedPaise, partlyRefundedPaise: 0 }],
      processingAt: at,
      completedAt: refunded ? null : endedAt,
      ended: { at: endedAt, by: 'supplier' },
      history: [
        { version: 1, at, from: '', to: 'Processing', by: 'customer', reason: '' },
        { version: 2, at: endedAt, from: 'Processing', to: past.ending, by: 'supplier', reason },
      ],
      updatedAt: endedAt,
    }
    await OrderModel.insertMany([order], { session })
    await putPoints(session, order, endedAt)
  })
}

const earnedWith = ({ ending }: PastOrder, offered: number) => (ending === 'Completed' ? offered : 0)

async function putPoints(session: ClientSession, { _id, userId, item, points }: OrderDoc, at: Date) {
  if (!points?.earned) return
  const earned = { kind: 'earned', ref: _id, userId, hundredths: points.earned } as const
  await postPoints(session, { ...earned, other: pointAccounts.issued, note: item.name }, at)
}

type Transfer = { kind: 'order_debit' | 'order_refund'; ref: string; from: string; to: string; paise: number }

const postingSet = ({ kind, ref, from, to, paise }: Transfer) => ({
  kind,
  ref,
  postings: [
    { account: from, amountPaise: -paise },
    { account: to, amountPaise: paise },
  ],
})
