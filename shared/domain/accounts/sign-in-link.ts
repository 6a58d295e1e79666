import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { sendAccountMail } from './account-notifications.ts'
import type { Client } from './client.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { consumeEmailToken } from './email-token.ts'
import type { SignedIn } from './open-session.ts'
import { type IUser, UserModel } from './user-model.ts'
import type { Link } from './verify-email.ts'

/**
 * Whether a link mailed to the e-mail address may sign in. It may not for an address that is unverified or was set by a
 * staff member, nor for an admin without a second factor.
 */
export const canSignInByLink = ({
  isBlocked,
  verified,
  contactChange,
  role,
  hasSecondFactor,
}: IUser): boolean => !isBlocked && verified && !contactChange?.email && (role !== 'admin' || hasSecondFactor)

/** Mails a sign-in link, valid once within 15 minutes, if the address has an account that it may sign in. */
export const mailSignInLink = (deps: Pick<Deps, 'queues' | 'clock'>, email: string): Promise<void> =>
  sendAccountMail(deps, 'sign_in', { email })

/**
 * Opens a session by a mailed link.
 * @throws AppError `link_corrupted`; as `completeSignIn`
 */
export async function signInByLink(
  deps: Pick<Deps, 'clock' | 'env'>,
  link: Link,
  from: Client,
): Promise<SignedIn> {
  const user = await inTransaction(async (tx) => {
    const email = await consumeEmailToken({ ...link, purpose: 'sign_in', now: deps.clock.now() }, tx)
    const found = await UserModel.findOne({ _id: link.id, email }, null, { session: tx }).lean<IUser | null>()
    if (!found || !canSignInByLink(found)) throw new AppError('link_corrupted', { details: { code: 1 } })
    return found
  })
  return completeSignIn(deps, user, from)
}
