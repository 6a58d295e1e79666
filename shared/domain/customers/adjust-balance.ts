import type { ClientSession } from 'mongoose'
import { formatPaise, toPaise, toRupees } from '../../contracts/money.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { findUser, type IUser, normalEmail } from '../accounts/index.ts'
import {
  type ActingAdmin,
  ApprovalRequestModel,
  addToDayTotals,
  createApprovalRequest,
  createDayTotals,
  type DayLimits,
  remainingDayLimitPaise,
} from '../approvals/index.ts'
import { type Actor, AuditModel, auditTarget, type IAuditRow } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { isAdjusted, publishWallets, type UpdatedWallets, walletBalancePaise } from '../wallet/index.ts'
import { adjustmentText, dayStart, needsSecondAdmin } from './balance-rules.ts'
import { writeAdjustment } from './write-adjustment.ts'

/** `txnid` is the idempotency key of the request; `amount` is in rupees, negative to deduct. */
type BalanceChange = {
  txnid: string
  userId: string
  email: string
  amount: number
  reason?: string | undefined
}

type BalanceReply = { message: string; id: string; status: 'done' | 'pending'; balance: number }

type AdjustDeps = Pick<Deps, 'clock' | 'publisher'> & {
  env: Pick<Deps['env'], 'BALANCE_APPROVAL_ABOVE'> & DayLimits
}

/**
 * Adds money to the wallet of the user with this id and e-mail address, or deducts it, with an audit row. Above the
 * wallet's or the admin's daily limit, and for the admin's own wallet, it creates an approval request instead.
 * @throws AppError `not_found`, `reason_missing`, `insufficient_balance`, `account_erased`
 */
export async function adjustBalance(
  deps: AdjustDeps,
  admin: Actor & StaffMember,
  { txnid, userId, email, amount, reason = '' }: BalanceChange,
): Promise<BalanceReply> {
  const user = await findUser(userId)
  if (!user || user.email !== normalEmail(email)) throw new AppError('not_found', { field: 'userId' })
  const amountPaise = toPaise(amount)
  if (amountPaise < 0 && reason === '') throw new AppError('reason_missing', { field: 'reason' })
  const adjustment = { txnid, user, amountPaise, reason, at: deps.clock.now() }
  const limitPaise = walletLimit(deps.env, admin) * 100
  const status =
    (await earlierStatus(txnid)) ?? (await adjustOrRequest(deps, admin, { ...adjustment, limitPaise }))
  const message =
    status === 'done' ? adjustmentText(amountPaise, user.name) : pendingText(amountPaise, user.name)
  const balance = toRupees(await walletBalancePaise(String(user._id)))
  return { message, id: txnid, status, balance }
}

/**
 * Rupees that an admin may add or deduct without approval: the wallet's limit, or the rest of the day's limit if lower.
 */
export async function adjustmentLimit(
  deps: Pick<AdjustDeps, 'clock' | 'env'>,
  admin: ActingAdmin,
): Promise<number> {
  const remainingPaise = await remainingDayLimitPaise(deps.env, admin, deps.clock.now())
  return toRupees(Math.min(walletLimit(deps.env, admin) * 100, remainingPaise))
}

/** Rupees for one wallet in a day. */
function walletLimit(env: Pick<AdjustDeps['env'], 'BALANCE_APPROVAL_ABOVE'>, admin: StaffMember): number {
  return isAllowed(admin, 'wallets.adjust') ? env.BALANCE_APPROVAL_ABOVE : 0
}

/** The result of an earlier try, if there was one. */
async function earlierStatus(txnid: string): Promise<BalanceReply['status'] | undefined> {
  if (await isAdjusted(txnid)) return 'done'
  return (await ApprovalRequestModel.exists({ _id: txnid })) ? 'pending' : undefined
}

type AdjustmentInput = {
  txnid: string
  user: IUser
  amountPaise: number
  reason: string
  at: Date
  limitPaise: number
}

async function adjustOrRequest(
  deps: AdjustDeps,
  admin: Actor & StaffMember,
  change: AdjustmentInput,
): Promise<BalanceReply['status']> {
  await createDayTotals(deps.env, admin, change.at)
  const updatedWallets = await ignoreDuplicate(() =>
    inTransaction((tx) => adjustWithinLimits(tx, admin, { ...change, env: deps.env })),
  )
  if (updatedWallets) publishWallets(deps, updatedWallets)
  const status = await earlierStatus(change.txnid)
  if (!status) throw new Error(`${change.txnid} was neither moved nor asked for`)
  return status
}

/** Reads earlier adjustments in the transaction that adds another, because they count towards the limit. */
async function adjustWithinLimits(
  tx: ClientSession,
  admin: Actor & StaffMember,
  { limitPaise, env, ...change }: AdjustmentInput & { env: DayLimits },
): Promise<UpdatedWallets> {
  const { txnid, amountPaise, reason, at } = change
  const [adminId, userId] = [admin.userId, String(change.user._id)]
  const earlierPaise = await adjustedTodayPaise(tx, { adminId, userId, amountPaise, at })
  const isWithinLimits = !needsSecondAdmin({ amountPaise, earlierPaise, userId }, { adminId, limitPaise })
  const total = { admin, amountPaise: Math.abs(amountPaise), at }
  if (isWithinLimits && (await addToDayTotals(tx, env, total)) === undefined) {
    return writeAdjustment(tx, admin, { ...change, action: 'balance.adjust' })
  }
  await createApprovalRequest(tx, admin, { _id: txnid, kind: 'balance', userId, amountPaise, reason, at })
  return new Map()
}

function pendingText(amountPaise: number, name: string): string {
  const amount = formatPaise(Math.abs(amountPaise))
  const change = amountPaise > 0 ? `${amount} for` : `${amount} less for`
  return `Approval requested: ${change} ${name}.`
}

type AdjustmentQuery = { adminId: string; userId: string; amountPaise: number; at: Date }

/**
 * How much an admin has added to a wallet today without approval, in paise; for a negative `amountPaise`, how much was
 * deducted. Read in the transaction of the next adjustment: concurrent adjustments write the same wallet, so one of
 * them is retried and reads again.
 */
async function adjustedTodayPaise(
  tx: ClientSession,
  { adminId, userId, amountPaise, at }: AdjustmentQuery,
): Promise<number> {
  const own = { action: 'balance.adjust' as const, 'by.userId': adminId }
  const today = { target: auditTarget.user(userId), at: { $gte: dayStart(at) } }
  const rows = await AuditModel.find({ ...today, ...own }, { after: 1 }, { session: tx }).lean<
    Pick<IAuditRow, 'after'>[]
  >()
  return rows
    .map(({ after }) => Number(after.amountPaise))
    .filter((earlierPaise) => earlierPaise > 0 === amountPaise > 0)
    .reduce((sum, earlierPaise) => sum + Math.abs(earlierPaise), 0)
}
