import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import type { Actor } from '../audit/index.ts'
import { ApprovalRequestModel, type IApprovalRequest, isOpenAt } from './request-model.ts'

type Closing = { state: 'approved' | 'rejected' | 'withdrawn'; by: Actor; at: Date; reason?: string }

/**
 * Ends a request in the caller's transaction: the first answer wins, and none comes too late.
 * @throws approval_closed, approval_expired
 */
export async function closeApprovalRequest(
  tx: ClientSession,
  { _id }: Pick<IApprovalRequest, '_id'>,
  { state, by, at, reason = '' }: Closing,
): Promise<void> {
  const decided = { userId: by.userId, name: by.name, at, reason }
  const { modifiedCount } = await ApprovalRequestModel.updateOne(
    { _id, ...isOpenAt(at) },
    { $set: { state, decided } },
    { session: tx },
  )
  if (modifiedCount > 0) return
  const isWaiting = await ApprovalRequestModel.exists({ _id, state: 'pending' }).session(tx)
  throw new AppError(isWaiting ? 'approval_expired' : 'approval_closed')
}
