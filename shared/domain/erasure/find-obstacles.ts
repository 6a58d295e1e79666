import { type ClientSession, type QueryFilter, Types } from 'mongoose'
import type { ErasureObstacle, ErasureObstacleKind } from '../../contracts/erasure-obstacles.ts'
import { staffRoleOf } from '../../contracts/permissions.ts'
import type { IUser } from '../accounts/index.ts'
import { ApprovalRequestModel, isOpenAt } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { customerIndex, type OrderDoc, OrderModel, orderTasks } from '../orders/index.ts'
import { PointsBalanceModel, pointsValuePaise } from '../points/index.ts'
import { type IWalletTransaction, ownerIndex, WalletModel, WalletTransactionModel } from '../wallet/index.ts'

export type ObstacleDeps = { env: Pick<Deps['env'], 'POINTS_PER_100_RUPEES' | 'POINT_VALUE_PAISE'> }

type Reading = {
  tx: ClientSession | null
  user: Pick<IUser, '_id' | 'role' | 'staffRole'>
  now: Date
  /** Whether work that is still due, such as a notification or a check for a late payment, counts as open. */
  withTasks?: boolean
}

/** Ends by itself, with no decision of the customer or of staff. */
const endsByItself: readonly ErasureObstacleKind[] = ['open_orders', 'open_top_ups']

export const isPassing = ({ kind }: ErasureObstacle): boolean => endsByItself.includes(kind)

/** What has to be ended before an account can be erased; empty when nothing has. */
export async function findObstacles(deps: ObstacleDeps, reading: Reading): Promise<ErasureObstacle[]> {
  const { user } = reading
  // One after another: a transaction has one connection.
  const orders = await orderObstacles(reading)
  const transactions = await topUpObstacles(reading)
  const pending = await countPendingRequests(reading)
  const money = await moneyObstacles(deps, reading)
  const found: ErasureObstacle[] = [
    ...(staffRoleOf(user) ? [{ kind: 'staff_role' as const }] : []),
    ...orders,
    ...transactions,
    ...counted('pending_requests', pending),
    ...money,
  ]
  const kinds = [...new Set(found.map(({ kind }) => kind))]
  return kinds.map((kind) => merged(found.filter((one) => one.kind === kind)))
}

const counted = (kind: ErasureObstacleKind, count: number): ErasureObstacle[] =>
  count > 0 ? [{ kind, count }] : []

/** Discrepancies are of orders and of top-ups. */
function merged(same: readonly ErasureObstacle[]): ErasureObstacle {
  const [first] = same as [ErasureObstacle]
  if (first.count === undefined) return first
  return { ...first, count: same.reduce((sum, { count = 0 }) => sum + count, 0) }
}

const hasOpenDiscrepancy = { 'payment.discrepancyAt': { $type: 'date' as const } }
const isUnderway: { $in: ('Created' | 'Processing')[] } = { $in: ['Created', 'Processing'] }
const tasksOf = (tasks: readonly string[]) =>
  tasks.map((task) => ({ [`due.${task}.at`]: { $type: 'date' as const } }))

/** The supplier still has to report what became of it, or a person to decide. */
const isUnsettled = [
  { hasSupplierConflict: true },
  { 'units.isFollowedUp': true },
  { 'redelivery.state': 'in_progress' as const },
]

/** The same as `hasOpenMatter`, as a condition. */
const openOrder = ({ withTasks = false }: Reading) => ({
  $or: [
    { status: isUnderway },
    ...isUnsettled,
    { 'ticket.status': 'open' as const },
    hasOpenDiscrepancy,
    ...(withTasks ? tasksOf(orderTasks) : []),
  ],
})

type ReadOrder = Pick<OrderDoc, 'ticket' | 'payment'>

async function orderObstacles(reading: Reading): Promise<ErasureObstacle[]> {
  const { tx, user } = reading
  const found = await OrderModel.find(
    { userId: user._id, ...openOrder(reading) },
    { 'ticket.status': 1, 'payment.discrepancyAt': 1 },
    { session: tx },
  )
    .hint(customerIndex)
    .lean<ReadOrder[]>()
  const tickets = found.filter(({ ticket }) => ticket?.status === 'open').length
  const reviews = found.filter(({ payment }) => payment?.discrepancyAt).length
  const others = found.filter(({ ticket, payment }) => ticket?.status !== 'open' && !payment?.discrepancyAt)
  return [
    ...counted('open_orders', others.length),
    ...counted('open_tickets', tickets),
    ...counted('open_discrepancies', reviews),
  ]
}

const openTopUp = ({ user, withTasks = false }: Reading): QueryFilter<IWalletTransaction> => ({
  userId: user._id,
  $or: [{ status: isUnderway }, hasOpenDiscrepancy, ...(withTasks ? tasksOf(['payment', 'notify']) : [])],
})

async function topUpObstacles(reading: Reading): Promise<ErasureObstacle[]> {
  const found = await WalletTransactionModel.find(
    openTopUp(reading),
    { 'payment.discrepancyAt': 1 },
    { session: reading.tx },
  )
    .hint(ownerIndex)
    .lean<Pick<OrderDoc, 'payment'>[]>()
  const reviews = found.filter(({ payment }) => payment?.discrepancyAt).length
  return [...counted('open_top_ups', found.length - reviews), ...counted('open_discrepancies', reviews)]
}

/** Refunds and changes of the balance that another admin still has to approve; roles are refused by themselves. */
const countPendingRequests = ({ tx, user, now }: Reading): Promise<number> =>
  ApprovalRequestModel.countDocuments({
    ...isOpenAt(now),
    userId: user._id,
    kind: { $in: ['balance', 'refund'] },
  }).session(tx)

async function moneyObstacles({ env }: ObstacleDeps, { tx, user }: Reading): Promise<ErasureObstacle[]> {
  const _id = new Types.ObjectId(user._id)
  const wallet = await WalletModel.findById(_id, null, { session: tx }).lean<{
    balancePaise: number
  } | null>()
  const points = await PointsBalanceModel.findById(_id, null, { session: tx }).lean<{
    hundredths: number
  } | null>()
  const amountPaise = wallet?.balancePaise ?? 0
  // What is worth less than a paisa cannot be redeemed.
  const hasPoints = pointsValuePaise(env, points?.hundredths ?? 0) > 0
  return [
    ...(amountPaise === 0 ? [] : [{ kind: 'balance' as const, amountPaise }]),
    ...(hasPoints ? [{ kind: 'points' as const }] : []),
  ]
}
