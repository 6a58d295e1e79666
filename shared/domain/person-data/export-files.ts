import type { PipelineStage, Types } from 'mongoose'
import { namesOf } from '../../platform/names.ts'
import { SessionModel, UserModel } from '../accounts/index.ts'
import { AuditModel, auditTarget, type IAuditRow } from '../audit/index.ts'
import { NotificationModel } from '../notifications/index.ts'
import { type OrderDoc, OrderModel } from '../orders/index.ts'
import { type IPointsEntry, PointsBalanceModel, PointsEntryModel, pointAccounts } from '../points/index.ts'
import { type IUnit, isBelowCost } from '../purchasing/index.ts'
import { PushSubscriptionModel } from '../push/index.ts'
import { WalletModel, WalletTransactionModel } from '../wallet/index.ts'
import { batchSize, idBatches, type Rows } from './json-list.ts'
import type { ExportFile } from './personal-fields.ts'
import { exportedFields } from './register.ts'

/**
 * What a collection adds to a file: the fields of the register, and the fields that explain them. Paths of staff are
 * not among them.
 */
function projection(file: ExportFile, collection: string, context: readonly string[]): Record<string, 1> {
  const paths = [...context, ...exportedFields(collection, file)]
  return Object.fromEntries(paths.map((path) => [path.replaceAll('[]', ''), 1]))
}

const latestFirst = { createdAt: -1, _id: -1 } as const

const accountContext = ['userid', 'role', 'verified', 'isBlocked', 'createdAt']

/** The account, then the names that belong to it alone: address, number, hosted identity. */
async function* account(userId: Types.ObjectId): Rows {
  const fields = projection('account', 'users', accountContext)
  yield* UserModel.find({ _id: userId }, fields).lean().cursor({ batchSize })
  yield { uniqueNames: await namesOf(userId.toHexString()) }
}

const orderContext = [
  'customer.userid',
  'product.name',
  'item.name',
  'paymentmode',
  'pricePaise',
  'status',
  'createdAt',
  'completedAt',
  'walletTxnId',
  'creditedPaise',
  'partlyRefundedPaise',
  'payment.state',
  'payment.gateway',
  'payment.captures.bankReference',
  'payment.captures.amountPaise',
  'payment.captures.at',
  'history.at',
  'history.to',
  'units.state',
  'units.code',
  'units.answeredAt',
  'lateOffer',
  'redeliveryOf',
]

/** Orders name their player too, so that each is complete by itself. */
async function* orders(userId: Types.ObjectId): Rows {
  const found = OrderModel.find(
    { userId },
    { ...projection('orders', 'orders', orderContext), ...projection('players', 'orders', []) },
  )
    .sort(latestFirst)
    .lean<(object & Pick<OrderDoc, 'units'>)[]>()
    .cursor({ batchSize })
  for await (const { units, ...order } of found) yield { ...order, units: units?.map(shownUnit) }
}

/** As on the order's page: the reason of a purchase that was held back names the shop's own cost. */
const shownUnit = ({ code, ...unit }: IUnit) =>
  isBelowCost({ ...unit, code }) ? { ...unit, message: '' } : unit

function players(userId: Types.ObjectId): Rows {
  const fields = exportedFields('orders', 'players')
  const player = Object.fromEntries(fields.map((field) => [field, `$${field}`]))
  const stages: PipelineStage[] = [
    { $match: { userId } },
    {
      $group: {
        _id: { product: '$product.name', ...player },
        orders: { $sum: 1 },
        lastOrderAt: { $max: '$createdAt' },
      },
    },
    { $replaceWith: { $mergeObjects: ['$_id', { orders: '$orders', lastOrderAt: '$lastOrderAt' }] } },
  ]
  return OrderModel.aggregate(stages).allowDiskUse(true).cursor({ batchSize })
}

const transactionContext = [
  'customer.userid',
  'kind',
  'status',
  'amountPaise',
  'orderid',
  'after.balancePaise',
  'payment.state',
  'payment.gateway',
  'payment.captures.bankReference',
  'payment.captures.amountPaise',
  'payment.captures.at',
  'createdAt',
]

async function* wallet(userId: Types.ObjectId): Rows {
  const stored = await WalletModel.findById(userId).lean<{ balancePaise: number } | null>()
  yield { balancePaise: stored?.balancePaise ?? 0 }
  yield* WalletTransactionModel.find(
    { userId },
    projection('wallet', 'wallet_transactions', transactionContext),
  )
    .sort(latestFirst)
    .lean()
    .cursor({ batchSize })
}

async function* points(userId: Types.ObjectId): Rows {
  const account = pointAccounts.owner(userId)
  const stored = await PointsBalanceModel.findById(userId).lean<{ hundredths: number } | null>()
  yield { balanceHundredths: stored?.hundredths ?? 0 }
  const fields = projection('points', 'points_journal_entries', [
    'kind',
    'ref',
    'valuePaise',
    'at',
    'postings',
  ])
  const entries = PointsEntryModel.find({ 'postings.account': account }, fields)
    .sort({ at: -1, _id: -1 })
    .lean<IPointsEntry[]>()
    .cursor({ batchSize })
  for await (const { postings, ...entry } of entries) {
    const own = postings.filter((posting) => posting.account === account)
    yield { ...entry, hundredths: own.reduce((sum, { hundredths }) => sum + hundredths, 0) }
  }
}

const ticketContext = [
  'ticket.status',
  'ticket.issue',
  'ticket.openedAt',
  'ticket.messages.from',
  'ticket.messages.at',
  'ticket.resolution.kind',
  'ticket.resolution.at',
]

const tickets = (userId: Types.ObjectId): Rows =>
  OrderModel.find(
    { userId, 'ticket.openedAt': { $type: 'date' } },
    projection('tickets', 'orders', ticketContext),
  )
    .sort({ 'ticket.openedAt': -1 })
    .lean()
    .cursor({ batchSize })

const sendingContext = ['status', 'attempts', 'firstAt', 'since', 'kind']

/** About orders, then about top-ups. Who was sent a code or a link is not recorded for longer than a day. */
async function* notifications(userId: Types.ObjectId): Rows {
  const ofOrder = sendingContext.map((path) => `notifications.${path}`)
  yield* OrderModel.find(
    { userId, 'notifications.0': { $exists: true } },
    projection('notifications', 'orders', ofOrder),
  )
    .sort(latestFirst)
    .lean()
    .cursor({ batchSize })
  const fields = projection('notifications', 'notifications', [...sendingContext, 'channel', 'ref'])
  for await (const ids of idBatches(WalletTransactionModel.find({ userId }, { _id: 1 }))) {
    // Its id begins with the top-up's.
    const ranges = ids.map((id) => ({ _id: { $gte: `${id}/`, $lt: `${id}0` } }))
    yield* NotificationModel.find({ $or: ranges }, fields).lean().cursor({ batchSize })
  }
}

const sessionContext = ['createdAt', 'lastUsedAt', 'expiresAt']

const devices = (userId: Types.ObjectId): Rows =>
  SessionModel.find({ userId }, { ...projection('devices', 'sessions', sessionContext), _id: 0 })
    .lean()
    .cursor({ batchSize })

async function* consents(userId: Types.ObjectId): Rows {
  const user = await UserModel.findById(userId, { createdAt: 1 }).lean<{ createdAt: Date } | null>()
  yield { for: 'the account, on the terms and the privacy policy of the shop', since: user?.createdAt }
  const subscriptions = PushSubscriptionModel.find({ userId }, { _id: 0, since: 1, expiresAt: 1 })
    .lean()
    .cursor({ batchSize })
  for await (const { since, expiresAt } of subscriptions)
    yield { for: 'notifications in a browser', since, expiresAt }
}

/** Views and changes of the account and of its orders and top-ups. Staff are not named. */
async function* accessLog(userId: Types.ObjectId): Rows {
  yield* accessesOf([auditTarget.user(String(userId))], userId)
  for await (const ids of idBatches(OrderModel.find({ userId }, { _id: 1 })))
    yield* accessesOf(ids.map(auditTarget.order), userId)
  for await (const ids of idBatches(WalletTransactionModel.find({ userId }, { _id: 1 })))
    yield* accessesOf(ids.map(auditTarget.topUp), userId)
}

async function* accessesOf(targets: readonly string[], userId: Types.ObjectId): Rows {
  const rows = AuditModel.find(
    { target: { $in: [...targets] } },
    { _id: 0, at: 1, action: 1, target: 1, 'by.userId': 1 },
  )
    .sort({ target: 1, at: -1 })
    .lean<Pick<IAuditRow, 'at' | 'action' | 'target' | 'by'>[]>()
    .cursor({ batchSize })
  for await (const { by, ...row } of rows)
    yield { ...row, by: by.userId === String(userId) ? 'you' : 'our team' }
}

/** The rows of each file, as they are read. */
export const rowsOf: Record<ExportFile, (userId: Types.ObjectId) => Rows> = {
  account,
  orders,
  players,
  wallet,
  points,
  tickets,
  notifications,
  devices,
  consents,
  'access-log': accessLog,
}
