import type { ClientSession } from 'mongoose'
import type { ErasureObstacle } from '../../contracts/erasure-obstacles.ts'
import { erasureObstacleTexts } from '../../contracts/erasure-texts.ts'
import { AppError } from '../../platform/app-error.ts'
import {
  AccountNotificationModel,
  type IErasureMail,
  type NewNotification,
  newNotification,
} from '../accounts/index.ts'
import { auditTarget } from '../audit/index.ts'

type ErasureAction = 'request' | 'confirm' | 'approve' | 'reject' | 'withdraw' | 'start' | 'stop' | 'complete'

/** Without a reason: a text of staff may name the person, and the log is append-only. */
export const erasureRow = (
  action: ErasureAction,
  { userId, now, obstacles = [] }: { userId: string; now: Date; obstacles?: readonly string[] },
) => ({
  at: now,
  action: `erasure.${action}` as const,
  target: auditTarget.user(userId),
  reason: '',
  before: {},
  after: obstacles.length > 0 ? { obstacles: obstacles.join(', ') } : {},
})

/** Writes a mail to the person, in the transaction of what it says. The caller enqueues it after the commit. */
export async function notifyPerson(
  tx: ClientSession,
  { userId, now, erasure }: { userId: string; now: Date; erasure: IErasureMail },
): Promise<NewNotification> {
  const notification = { ...newNotification('erasure', userId, now), erasure }
  await AccountNotificationModel.insertMany([notification], { session: tx })
  return notification
}

/** Names what has to be ended, and how. */
export function blockedError(obstacles: readonly ErasureObstacle[]): AppError {
  const texts = obstacles.map(({ kind }) => erasureObstacleTexts[kind])
  return new AppError('erasure_blocked', {
    message: texts.map(({ title, how }) => `${title}. ${how}`).join(' '),
    details: { obstacles: obstacles.map(({ kind }) => kind).join(',') },
  })
}
