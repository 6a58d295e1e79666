import { AppError } from '../../platform/app-error.ts'
import type { Publisher } from '../../platform/realtime.ts'
import type { Deps } from '../deps.ts'
import { sendAccountMail } from './account-notifications.ts'
import type { Caller } from './caller.ts'
import type { Client } from './client.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { findUserByEmail } from './find-user.ts'
import type { SignedIn } from './open-session.ts'
import { hashPassword, isPassword, needsRehash } from './password.ts'
import { deleteSessions } from './revoke-sessions.ts'
import { type IUser, UserModel } from './user-model.ts'

/**
 * Opens a session of six hours for an e-mail address and its password.
 * @throws AppError `invalid_credentials`, the same and as slow for unknown users; only after a right password
 * `account_blocked` or `email_unverified`, and then the link is mailed again; as `completeSignIn`
 */
export async function signIn(
  credentials: { email: string; password: string },
  deps: Pick<Deps, 'clock' | 'env' | 'queues'>,
  from?: Client,
): Promise<SignedIn> {
  const user = await findUserByEmail(credentials.email)
  if (!(await isPassword(user?.passwordHash, credentials.password)) || !user) {
    throw new AppError('invalid_credentials')
  }
  if (user.isBlocked) throw new AppError('account_blocked')
  if (!user.verified) {
    await sendAccountMail(deps, 'verify', { email: user.email })
    throw new AppError('email_unverified')
  }
  await rehashPassword(user, credentials.password)
  return completeSignIn(deps, user, from)
}

/** Hashes the password with the current parameters if it was hashed with others, unless it has been changed since. */
async function rehashPassword({ _id, passwordHash: old }: IUser, password: string): Promise<void> {
  if (!needsRehash(old)) return
  // The next sign-in tries again: a full hashing queue must not prevent this one.
  const passwordHash = await hashPassword(password).catch(() => undefined)
  if (passwordHash) await UserModel.updateOne({ _id, passwordHash: old }, { $set: { passwordHash } })
}

/** Revokes the caller's session: its token stops working at once and its sockets close. */
export async function signOut(caller: Caller, deps: { publisher: Publisher }): Promise<void> {
  await deleteSessions([{ _id: caller.sessionId }], deps)
}
