import { AppError } from '../../platform/app-error.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import type { Deps } from '../deps.ts'
import { findUserByEmail } from './find-user.ts'
import { noOrigin, type Origin } from './origin.ts'
import { hashPassword, isOfOldCost, isPassword } from './password.ts'
import { maxSessions, SessionModel, sessionMs } from './session-model.ts'
import { mailAccount } from './tell-account.ts'
import { type IUser, UserModel } from './user-model.ts'

export type SignedIn = { token: string; user: IUser; expiresAt: Date }

/**
 * Opens a session of six hours for an e-mail and its password.
 * @throws AppError `wrong_credentials`, the same and as slow for unknown users; after a right password only,
 * `account_blocked` or `email_unverified`, and then the link is mailed again
 */
export async function signIn(
  credentials: { email: string; password: string },
  deps: Pick<Deps, 'clock' | 'queues'>,
  from?: Origin,
): Promise<SignedIn> {
  const user = await findUserByEmail(credentials.email)
  if (!(await isPassword(user?.passwordHash, credentials.password)) || !user) {
    throw new AppError('wrong_credentials')
  }
  if (user.isBlocked) throw new AppError('account_blocked')
  if (!user.verified) {
    await mailAccount(deps, 'verify', user.email)
    throw new AppError('email_unverified')
  }
  await strengthen(user, credentials.password)
  return openSession(user, deps.clock.now(), from)
}

/**
 * Opens a session for a user who has proved who they are; of more than twenty the oldest is over. Its sockets close
 * within 2 s.
 * @param user as they were read before the proof: after a block or another password since then, the session stays shut
 */
export async function openSession(user: IUser, now: Date, from: Origin = noOrigin): Promise<SignedIn> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionMs)
  await SessionModel.create({
    ...from,
    _id: hashToken(token),
    userId: user._id,
    validFrom: user.sessionsValidFrom,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  })
  await dropOldest(user, now)
  return { token, user, expiresAt }
}

/** A password that was hashed at another cost gets the hash of now, unless it has been changed since. */
async function strengthen({ _id, passwordHash: old }: IUser, password: string): Promise<void> {
  if (!isOfOldCost(old)) return
  // There is a next time: nobody is kept out because too many wait.
  const passwordHash = await hashPassword(password).catch(() => undefined)
  if (passwordHash) await UserModel.updateOne({ _id, passwordHash: old }, { $set: { passwordHash } })
}

/** After the insert, so that of many at once the last one counts them all. */
async function dropOldest({ _id: userId }: IUser, now: Date): Promise<void> {
  const all = await SessionModel.find({ userId }, { createdAt: 1, expiresAt: 1 }).lean()
  const newestFirst = all
    .filter(({ expiresAt }) => expiresAt > now)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1))
  const dropped = newestFirst.slice(maxSessions).map(({ _id }) => _id)
  if (dropped.length > 0) await SessionModel.deleteMany({ _id: { $in: dropped } })
}
