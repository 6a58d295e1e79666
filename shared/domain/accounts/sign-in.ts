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
 * Opens a session of six hours for an e-mail and its password.
 * @throws AppError `invalid_credentials`, the same and as slow for unknown users; after a right password only,
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
  await strengthen(user, credentials.password)
  return completeSignIn(deps, user, from)
}

/** A password that was hashed at another cost gets the hash of now, unless it has been changed since. */
async function strengthen({ _id, passwordHash: old }: IUser, password: string): Promise<void> {
  if (!needsRehash(old)) return
  // There is a next time: nobody is kept out because too many wait.
  const passwordHash = await hashPassword(password).catch(() => undefined)
  if (passwordHash) await UserModel.updateOne({ _id, passwordHash: old }, { $set: { passwordHash } })
}

/** Ends the caller's session: its token stops working at once and its sockets close. */
export async function signOut(caller: Caller, deps: { publisher: Publisher }): Promise<void> {
  await deleteSessions([{ _id: caller.sessionId }], deps)
}
