import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import type { IUser } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import { adjustWallet, type UpdatedWallets } from '../wallet/index.ts'

type Move = {
  txnid: string
  user: IUser
  amountPaise: number
  reason: string
  action: 'balance.adjust' | 'balance.approve'
  at: Date
}

/**
 * Moves the money and writes down who did it, in the caller's transaction.
 * @throws AppError insufficient_balance
 * @throws a duplicate-key error (see `isDuplicateKey`) when it was done before
 */
export async function writeAdjustment(
  tx: ClientSession,
  admin: Actor,
  { txnid, user, amountPaise, reason, action, at }: Move,
): Promise<UpdatedWallets> {
  const { userid, name, email, mobilenumber } = user
  const owner = { userId: user._id, customer: { userid, name, email, mobilenumber } }
  const moved = await adjustWallet(tx, owner, { txnid, amountPaise, by: admin.userId, at }).catch(
    (error: unknown) => {
      throw isTooMuch(error) ? tooMuch(error) : error
    },
  )
  const balancePaise = moved.get(String(user._id))?.balancePaise ?? 0
  await writeAudit(tx, admin, {
    at,
    action,
    target: auditTarget.user(String(user._id)),
    reason,
    before: { balancePaise: balancePaise - amountPaise },
    after: { balancePaise, txnid, amountPaise },
  })
  return moved
}

const isTooMuch = (error: unknown) => error instanceof AppError && error.code === 'insufficient_balance'

/** The catalogue's sentence is for someone who wants to pay. */
const tooMuch = (cause: unknown) =>
  new AppError('insufficient_balance', { message: 'There is less in the wallet than that.', cause })
