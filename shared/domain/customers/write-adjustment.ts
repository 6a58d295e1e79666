import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import type { IUser } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import { adjustWallet, type UpdatedWallets } from '../wallet/index.ts'

type AdjustmentToWrite = {
  txnid: string
  user: IUser
  amountPaise: number
  reason: string
  action: 'balance.adjust' | 'balance.approve'
  at: Date
}

/**
 * Writes the adjustment and its audit row, in the caller's transaction.
 * @throws AppError `insufficient_balance`
 * @throws a duplicate-key error (see `isDuplicateKey`) when it was written before
 */
export async function writeAdjustment(
  tx: ClientSession,
  admin: Actor,
  { txnid, user, amountPaise, reason, action, at }: AdjustmentToWrite,
): Promise<UpdatedWallets> {
  const { userid, name, email, mobilenumber } = user
  const owner = { userId: user._id, customer: { userid, name, email, mobilenumber } }
  const updatedWallets = await adjustWallet(tx, owner, { txnid, amountPaise, by: admin.userId, at }).catch(
    (error: unknown) => {
      throw isInsufficient(error) ? insufficientError(error) : error
    },
  )
  const balancePaise = updatedWallets.get(String(user._id))?.balancePaise ?? 0
  await writeAudit(tx, admin, {
    at,
    action,
    target: auditTarget.user(String(user._id)),
    reason,
    before: { balancePaise: balancePaise - amountPaise },
    after: { balancePaise, txnid, amountPaise },
  })
  return updatedWallets
}

const isInsufficient = (error: unknown) => error instanceof AppError && error.code === 'insufficient_balance'

/** The contract's default sentence addresses a paying customer. */
const insufficientError = (cause: unknown) =>
  new AppError('insufficient_balance', { message: 'Insufficient wallet balance', cause })
