import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { spendLink } from './account-link.ts'
import { revokeSessions } from './change-access.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { hashPassword } from './password.ts'
import { mailAccount } from './tell-account.ts'
import { type IUser, UserModel } from './user-model.ts'

/** A link as its page has it: the user's `_id` in hex, and the token. */
export type Link = { id: string; token: string }

/**
 * Proves the address that the link was mailed to.
 * @throws AppError `link_corrupted`
 */
export async function verifyEmail({ clock }: Pick<Deps, 'clock'>, link: Link): Promise<void> {
  await inTransaction(async (session) => {
    const email = await spendLink({ ...link, purpose: 'verify', now: clock.now() }, session)
    await changeUser(link, { email, set: { verified: true } }, session)
  })
}

/** Has a link for another password mailed, if this address has an account. */
export const forgetPassword = (deps: Pick<Deps, 'queues' | 'clock'>, email: string): Promise<void> =>
  mailAccount(deps, 'reset', email)

/**
 * Sets another password and ends all sessions.
 * @throws AppError `link_corrupted`, `password_common`
 */
export async function resetPassword(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  { password, ...link }: Link & { password: string },
): Promise<void> {
  refuseCommonPassword(password)
  const passwordHash = await hashPassword(password)
  await inTransaction(async (session) => {
    const email = await spendLink({ ...link, purpose: 'reset', now: deps.clock.now() }, session)
    await changeUser(link, { email, set: { passwordHash, sessionsValidFrom: deps.clock.now() } }, session)
  })
  await revokeSessions(link.id, deps)
}

/** Only whose address is still the one that was proved. */
async function changeUser(
  { id }: Link,
  {
    email,
    set,
  }: { email: string; set: Partial<Pick<IUser, 'verified' | 'passwordHash' | 'sessionsValidFrom'>> },
  session: ClientSession,
): Promise<void> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: id, email, isBlocked: false },
    { $set: set },
    { session },
  )
  if (matchedCount !== 1) throw new AppError('link_corrupted', { details: { code: 1 } })
}
