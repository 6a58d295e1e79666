import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { findUserByEmail } from './find-user.ts'
import { isPassword } from './password.ts'
import { SessionModel, sessionMs } from './session-model.ts'
import type { IUser } from './user-model.ts'

export type SignedIn = { token: string; user: IUser; expiresAt: Date }

/**
 * Opens a session of six hours for an e-mail and its password.
 * @throws AppError `wrong_credentials`, the same and as slow for unknown users; after a right password only,
 * `account_blocked` or `email_unverified`
 */
export async function signIn(
  credentials: { email: string; password: string },
  deps: { clock: Clock },
): Promise<SignedIn> {
  const user = await findUserByEmail(credentials.email)
  if (!(await isPassword(user?.passwordHash, credentials.password)) || !user) {
    throw new AppError('wrong_credentials')
  }
  if (user.isBlocked) throw new AppError('account_blocked')
  if (!user.verified) throw new AppError('email_unverified')
  return openSession(user, deps.clock.now())
}

/** Opens a session for a user who has proved who they are. */
export async function openSession(user: IUser, now: Date): Promise<SignedIn> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionMs)
  const { userid, name, email, mobilenumber, role } = user
  await SessionModel.create({
    ...{ userid, name, email, mobilenumber, role },
    _id: hashToken(token),
    userId: user._id,
    createdAt: now,
    expiresAt,
  })
  return { token, user, expiresAt }
}
