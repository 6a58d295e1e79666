import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import type { Author } from '../audit/index.ts'
import { AdminRequestModel, type IAdminRequest, openAt } from './request-model.ts'

type Closing = { state: 'approved' | 'refused' | 'withdrawn'; by: Author; at: Date; reason?: string }

/**
 * Ends a request in the caller's transaction: the first answer wins, and none comes too late.
 * @throws approval_closed, approval_expired
 */
export async function closeRequest(
  session: ClientSession,
  { _id }: Pick<IAdminRequest, '_id'>,
  { state, by, at, reason = '' }: Closing,
): Promise<void> {
  const answered = { userId: by.userId, name: by.name, at, reason }
  const { modifiedCount } = await AdminRequestModel.updateOne(
    { _id, ...openAt(at) },
    { $set: { state, answered } },
    { session },
  )
  if (modifiedCount > 0) return
  const isWaiting = await AdminRequestModel.exists({ _id, state: 'waiting' }).session(session)
  throw new AppError(isWaiting ? 'approval_expired' : 'approval_closed')
}
