import { type ClientSession, Types } from 'mongoose'
import { formatPaise, toPaise, toRupees } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, unlessSomeoneWasFirst } from '../../platform/mongo.ts'
import { findUser, type IUser, normalEmail } from '../accounts/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { announceWallets, walletBalancePaise, wasAdjusted } from '../wallet/index.ts'
import { BalanceRequestModel } from './balance-request-model.ts'
import { doneText, needsSecondAdmin } from './balance-rules.ts'
import { moveBalance } from './move-balance.ts'

/** `txnid` is the same in every try of one request; `amount` is in rupees, negative takes away. */
export type BalanceChange = {
  txnid: string
  userId: string
  email: string
  amount: number
  reason?: string | undefined
}

export type BalanceReply = { message: string; id: string; status: 'done' | 'waiting'; balance: number }

type AdjustDeps = Pick<Deps, 'clock' | 'publisher'> & { env: Pick<Deps['env'], 'BALANCE_SECOND_ADMIN_ABOVE'> }

/**
 * Puts money into the wallet of the user whom both id and e-mail name, or takes it out, with a row in the audit log.
 * Much money, and any in the admin's own wallet, waits for a second admin instead.
 * @throws AppError not_found, reason_missing, insufficient_balance
 */
export async function adjustBalance(
  deps: AdjustDeps,
  admin: Author,
  { txnid, userId, email, amount, reason = '' }: BalanceChange,
): Promise<BalanceReply> {
  const user = await findUser(userId)
  if (!user || user.email !== normalEmail(email)) throw new AppError('not_found', { field: 'userId' })
  const amountPaise = toPaise(amount)
  if (amountPaise < 0 && reason === '') throw new AppError('reason_missing', { field: 'reason' })
  const limitPaise = deps.env.BALANCE_SECOND_ADMIN_ABOVE * 100
  const change = { txnid, user, amountPaise, reason }
  const asks = needsSecondAdmin(
    { amountPaise, userId: String(user._id) },
    { adminId: admin.userId, limitPaise },
  )
  const isDone = await wasAdjusted(txnid)
  if (asks && !isDone) return ask(deps, admin, change)
  if (!isDone) await adjustNow(deps, admin, change)
  const message = doneText(amountPaise, user.name)
  return { message, id: txnid, status: 'done', balance: await balanceOf(user) }
}

type Change = { txnid: string; user: IUser; amountPaise: number; reason: string }

async function adjustNow(deps: AdjustDeps, admin: Author, change: Change): Promise<void> {
  const at = deps.clock.now()
  const moved = await unlessSomeoneWasFirst(() =>
    inTransaction((session) => moveBalance(session, admin, { ...change, act: 'balance.adjust', at })),
  )
  if (moved) announceWallets(deps, moved)
}

async function ask(deps: AdjustDeps, admin: Author, change: Change): Promise<BalanceReply> {
  const { txnid, user, amountPaise } = change
  const at = deps.clock.now()
  await unlessSomeoneWasFirst(() =>
    inTransaction((session) => writeRequest(session, admin, { ...change, at })),
  )
  const amount = formatPaise(Math.abs(amountPaise))
  const what = amountPaise > 0 ? `${amount} for` : `${amount} less for`
  const message = `Asked for approval: ${what} ${user.name}. Another admin has to agree first.`
  return { message, id: txnid, status: 'waiting', balance: await balanceOf(user) }
}

async function writeRequest(
  session: ClientSession,
  admin: Author,
  { txnid, user, amountPaise, reason, at }: Change & { at: Date },
): Promise<void> {
  const askedBy = { userId: admin.userId, name: admin.name }
  const request = { _id: txnid, userId: new Types.ObjectId(user._id), amountPaise, reason }
  await BalanceRequestModel.insertMany([{ ...request, state: 'waiting', askedBy, askedAt: at }], { session })
  await writeAudit(session, admin, {
    ...{ at, act: 'balance.ask', target: auditTarget.user(String(user._id)) },
    ...{ before: {}, after: { txnid, amountPaise }, why: reason },
  })
}

const balanceOf = async (user: IUser) => toRupees(await walletBalancePaise(String(user._id)))
