import type { ClientSession } from 'mongoose'
import { formatPaise, toPaise, toRupees } from '../../contracts/money.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { findUser, type IUser, normalEmail } from '../accounts/index.ts'
import {
  ApprovalRequestModel,
  addToDayTotals,
  createApprovalRequest,
  type DayLimits,
  openDayTotals,
  remainingDayLimitPaise,
  type TransitionSource,
} from '../approvals/index.ts'
import { type Actor, AuditModel, auditTarget, type IAuditRow } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { isAdjusted, publishWallets, type UpdatedWallets, walletBalancePaise } from '../wallet/index.ts'
import { adjustmentText, dayStart, needsSecondAdmin } from './balance-rules.ts'
import { writeAdjustment } from './write-adjustment.ts'

/** `txnid` is the same in every try of one request; `amount` is in rupees, negative takes away. */
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
 * Puts money into the wallet of the user whom both id and e-mail name, or takes it out, with a row in the audit log.
 * More than the limit of a wallet or of the admin in a day, and any in the admin's own wallet, waits for a second admin.
 * @throws AppError not_found, reason_missing, insufficient_balance
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
  const change = { txnid, user, amountPaise, reason, at: deps.clock.now() }
  const limitPaise = walletLimit(deps.env, admin) * 100
  const status = (await statusOf(txnid)) ?? (await moveOrAsk(deps, admin, { ...change, limitPaise }))
  const message =
    status === 'done' ? adjustmentText(amountPaise, user.name) : askedText(amountPaise, user.name)
  const balance = toRupees(await walletBalancePaise(String(user._id)))
  return { message, id: txnid, status, balance }
}

/** Rupees that an admin may now add to a wallet alone, or take out: the wallet's limit, and what is left of the day's. */
export async function adjustmentLimit(
  deps: Pick<AdjustDeps, 'clock' | 'env'>,
  admin: TransitionSource,
): Promise<number> {
  const remainingPaise = await remainingDayLimitPaise(deps.env, admin, deps.clock.now())
  return toRupees(Math.min(walletLimit(deps.env, admin) * 100, remainingPaise))
}

/** Rupees of one wallet in a day. */
function walletLimit(env: Pick<AdjustDeps['env'], 'BALANCE_APPROVAL_ABOVE'>, admin: StaffMember): number {
  return isAllowed(admin, 'wallets.adjust') ? env.BALANCE_APPROVAL_ABOVE : 0
}

/** What became of an earlier try, if there was one. */
async function statusOf(txnid: string): Promise<BalanceReply['status'] | undefined> {
  if (await isAdjusted(txnid)) return 'done'
  return (await ApprovalRequestModel.exists({ _id: txnid })) ? 'pending' : undefined
}

type Change = {
  txnid: string
  user: IUser
  amountPaise: number
  reason: string
  at: Date
  limitPaise: number
}

async function moveOrAsk(
  deps: AdjustDeps,
  admin: Actor & StaffMember,
  change: Change,
): Promise<BalanceReply['status']> {
  await openDayTotals(deps.env, admin, change.at)
  const moved = await ignoreDuplicate(() =>
    inTransaction((tx) => decide(tx, admin, { ...change, env: deps.env })),
  )
  if (moved) publishWallets(deps, moved)
  const status = await statusOf(change.txnid)
  if (!status) throw new Error(`${change.txnid} was neither moved nor asked for`)
  return status
}

/** What was moved before counts, so it is read in the transaction that moves more. */
async function decide(
  tx: ClientSession,
  admin: Actor & StaffMember,
  { limitPaise, env, ...change }: Change & { env: DayLimits },
): Promise<UpdatedWallets> {
  const { txnid, amountPaise, reason, at } = change
  const [adminId, userId] = [admin.userId, String(change.user._id)]
  const earlierPaise = await adjustedTodayPaise(tx, { adminId, userId, amountPaise, at })
  const isAlone = !needsSecondAdmin({ amountPaise, earlierPaise, userId }, { adminId, limitPaise })
  const total = { admin, amountPaise: Math.abs(amountPaise), at }
  if (isAlone && (await addToDayTotals(tx, env, total)) === undefined) {
    return writeAdjustment(tx, admin, { ...change, action: 'balance.adjust' })
  }
  await createApprovalRequest(tx, admin, { _id: txnid, kind: 'balance', userId, amountPaise, reason, at })
  return new Map()
}

function askedText(amountPaise: number, name: string): string {
  const amount = formatPaise(Math.abs(amountPaise))
  const what = amountPaise > 0 ? `${amount} for` : `${amount} less for`
  return `Asked for approval: ${what} ${name}. Another admin has to agree first.`
}

type Adjustment = { adminId: string; userId: string; amountPaise: number; at: Date }

/**
 * How much an admin has put into a wallet today without a second one, in paise; where `amountPaise` is negative, how
 * much was taken out. Read in the transaction that moves more: two who are under way at once write the same wallet,
 * so that one of them reads again.
 */
async function adjustedTodayPaise(
  tx: ClientSession,
  { adminId, userId, amountPaise, at }: Adjustment,
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
