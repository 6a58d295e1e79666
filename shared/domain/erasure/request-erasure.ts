import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { erasureWaitMs } from '../../contracts/erasure.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { enqueueNotifications, type IUser, type NewNotification, UserModel } from '../accounts/index.ts'
import { ApprovalRequestModel, createApprovalRequest, isOpenAt } from '../approvals/index.ts'
import { type Actor, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { ErasureModel, type IErasure, isRunning } from './erasure-model.ts'
import { blockedError, erasureRow, notifyPerson } from './erasure-records.ts'
import { findObstacles, type ObstacleDeps } from './find-obstacles.ts'

export type RequestDeps = Pick<Deps, 'clock' | 'queues'> & ObstacleDeps

type NewRequest = {
  /** The person, or a staff member in whose name a command asks. */
  by: Actor
  userId: string
  /** Of a staff member; it is cleared with the person. */
  reason: string
  /** Consumes the proof of the person, in the same transaction. */
  proof?: (tx: ClientSession) => Promise<void>
}

/**
 * Requests the erasure of a person, which two people have to confirm. Nothing is changed before. While one is running,
 * another request changes nothing.
 * @throws AppError `not_found`, `account_erased`, `erasure_blocked`
 */
export async function requestErasure(deps: RequestDeps, input: NewRequest): Promise<IErasure> {
  const { erasure, notifications } = await inTransaction(async (tx) => {
    await input.proof?.(tx)
    return createRequest(tx, deps, { ...input, now: deps.clock.now() })
  })
  await enqueueNotifications(deps, notifications)
  return erasure
}

type Created = { erasure: IErasure; notifications: NewNotification[] }

async function createRequest(
  tx: ClientSession,
  deps: ObstacleDeps,
  { by, userId, reason, now }: NewRequest & { now: Date },
): Promise<Created> {
  const user = await UserModel.findById(userId, null, { session: tx }).lean<IUser | null>()
  if (!user) throw new AppError('not_found')
  if (user.erasedAt) throw new AppError('account_erased')
  const earlier = await ErasureModel.findById(userId, null, { session: tx }).lean<IErasure | null>()
  if (earlier && isRunning(earlier) && !(await hasExpired(tx, earlier, now)))
    return { erasure: earlier, notifications: [] }
  const obstacles = await findObstacles(deps, { tx, user, now })
  if (obstacles.length > 0) throw blockedError(obstacles)
  const erasure: IErasure = {
    _id: userId,
    state: 'requested',
    request: `RE${randomBytes(8).toString('hex')}`,
    requestedAt: now,
    requestedBy: by.userId,
    confirmedBy: [],
    wasBlocked: false,
    nextAt: null,
    endedAt: null,
    obstacles: [],
  }
  const { _id, ...fields } = erasure
  await ErasureModel.updateOne({ _id }, { $set: fields }, { session: tx, upsert: true })
  const request = { _id: erasure.request, kind: 'erasure', amountPaise: 0, reason, userId, at: now } as const
  await createApprovalRequest(tx, by, request)
  await writeAudit(tx, by, erasureRow('request', { userId, now }))
  const from = new Date(now.getTime() + erasureWaitMs)
  const mail = await notifyPerson(tx, { userId, now, erasure: { state: 'requested', from } })
  return { erasure, notifications: [mail] }
}

/** A request that was not decided in time, so that it can be made anew. */
export async function hasExpired(
  tx: ClientSession | null,
  { state, request }: IErasure,
  now: Date,
): Promise<boolean> {
  if (state !== 'requested') return false
  const open = await ApprovalRequestModel.exists({ _id: request, ...isOpenAt(now) }).session(tx)
  return open === null
}
