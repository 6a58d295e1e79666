import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { sendAccountMail } from './account-notifications.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { requireUnfrozen } from './contact-change.ts'
import { consumeEmailToken } from './email-token.ts'
import { hashPassword } from './password.ts'
import { reclaimAccount } from './reclaim-account.ts'
import { publishRevoked } from './revoke-sessions.ts'
import { nextValidFrom } from './session-model.ts'
import { type IUser, isVerified, UserModel } from './user-model.ts'

/** A link as its page has it: the user's `_id` in hex, and the token. */
export type Link = { id: string; token: string }

/**
 * Verifies the address that the link was mailed to.
 * @throws AppError `link_corrupted`
 */
export async function verifyEmail({ clock }: Pick<Deps, 'clock'>, link: Link): Promise<void> {
  await inTransaction(async (tx) => {
    const email = await consumeEmailToken({ ...link, purpose: 'verify', now: clock.now() }, tx)
    const user = await readUser(link, email, tx)
    await writeUser(user, { verified: true }, tx)
  })
}

/** Mails a link to set another password, if the address has an account. One mail for each `notificationId`. */
export const forgetPassword = (
  deps: Pick<Deps, 'queues' | 'clock'>,
  to: { email: string; notificationId?: string },
): Promise<void> => sendAccountMail(deps, 'reset', to)

/**
 * Sets another password and revokes all sessions. The link also verifies the address: an account with an unverified
 * address is reclaimed (`reclaimAccount`).
 * @throws AppError `link_corrupted`, `password_common`, `contact_frozen`
 */
export async function resetPassword(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  { password, ...link }: Link & { password: string },
): Promise<void> {
  refuseCommonPassword(password)
  const passwordHash = await hashPassword(password)
  const user = await inTransaction(async (tx) => {
    const now = deps.clock.now()
    const email = await consumeEmailToken({ ...link, purpose: 'reset', now }, tx)
    const before = await readUser(link, email, tx)
    requireUnfrozen(before.contactChange ?? {}, now)
    if (before.contactChange?.email) throw corrupted()
    if (!isVerified(before)) return reclaimAccount(tx, before, { passwordHash, now })
    return writeUser(before, { passwordHash, sessionsValidFrom: nextValidFrom(before, now) }, tx)
  })
  await publishRevoked(user, deps)
}

/**
 * Consumes the link that was mailed when a staff member changed the account's contacts.
 * @returns the previous e-mail address
 * @throws AppError `link_corrupted`
 */
export const consumeContactToken = (tx: ClientSession, link: Link, now: Date): Promise<string> =>
  consumeEmailToken({ ...link, purpose: 'contact', now }, tx)

/** Matches only while the user still has the address. */
async function readUser({ id }: Link, email: string, tx: ClientSession): Promise<IUser> {
  const user = await UserModel.findOne({ _id: id, email, isBlocked: false }, null, {
    session: tx,
  }).lean<IUser | null>()
  if (!user) throw corrupted()
  return user
}

/** A concurrent change of the user restarts the transaction. */
async function writeUser(
  { _id }: IUser,
  set: Partial<Pick<IUser, 'verified' | 'passwordHash' | 'sessionsValidFrom'>>,
  tx: ClientSession,
): Promise<IUser> {
  const user = await UserModel.findOneAndUpdate(
    { _id },
    { $set: set, ...(set.verified && { $unset: { isVerifiedByStaff: 1 } }) },
    { session: tx, returnDocument: 'after' },
  ).lean<IUser | null>()
  if (!user) throw corrupted()
  return user
}

const corrupted = () => new AppError('link_corrupted', { details: { code: 1 } })
