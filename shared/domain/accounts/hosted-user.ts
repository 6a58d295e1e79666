import { emailAddress, shortText } from '../../contracts/fields.ts'
import { AppError } from '../../platform/app-error.ts'
import { monotonicNow } from '../../platform/clock.ts'
import { newToken } from '../../platform/ids.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import { ownerOf, reserveNames } from '../../platform/names.ts'
import type { SignInProof } from '../../providers/sign-in/sign-in-provider.ts'
import type { Deps } from '../deps.ts'
import { insertUser, newUser, normalEmail } from './create-user.ts'
import { findUserByEmail } from './find-user.ts'
import { hashPassword } from './password.ts'
import { reclaimAccount } from './reclaim-account.ts'
import { publishRevoked } from './revoke-sessions.ts'
import { type IUser, isVerified, UserModel, uniqueKeys } from './user-model.ts'

type HostedUserDeps = Pick<Deps, 'clock' | 'publisher'>
type Proven = Extract<SignInProof, { kind: 'proven' }>

/**
 * The account of who proved this address elsewhere: the one that has it, or one that is opened now. Whoever registered
 * here with an address that they have not proved keeps nothing: not the password, not the number to sign in with.
 * @throws AppError `hosted_unverified`, `hosted_other_email`, `account_blocked`, `hosted_admin`
 */
export async function hostedUser(deps: HostedUserDeps, proven: Proven): Promise<IUser> {
  if (!emailAddress().safeParse(proven.email).success) throw new AppError('hosted_unverified')
  const asked = { ...proven, email: normalEmail(proven.email) }
  for (let tries = 1; ; tries++) {
    const user = await tryOnce(deps, asked)
    if (user) return user
    // Somebody else was first each time: that is no race any more.
    if (tries >= 5) throw new AppError('service_unavailable')
  }
}

/** Undefined when somebody else was first. */
async function tryOnce(deps: HostedUserDeps, { subject, email, name }: Proven): Promise<IUser | undefined> {
  const link = uniqueKeys.hosted(subject)
  const [user, owner] = await Promise.all([findUserByEmail(email), ownerOf(link)])
  // An admin gave the account another address, or the person has another one there: one of them is not who they were.
  if (owner !== undefined && owner !== user?._id.toHexString()) throw new AppError('hosted_other_email')
  if (user?.isBlocked) throw new AppError('account_blocked')
  // A staff member set this address: its owner has to verify it first.
  if (user?.contactChange?.email) throw new AppError('hosted_other_email')
  // Their second factor is asked for with the password.
  if (user?.role === 'admin') throw new AppError('hosted_admin')
  try {
    if (!user) return await open({ email, name, link })
    if (user.verified && owner !== undefined) return user
    return await (isVerified(user) ? linkUser : adopt)(deps, user, owner === undefined ? [link] : [])
  } catch (error) {
    if (isDuplicateKey(error) || (error instanceof AppError && error.code === 'user_changed'))
      return undefined
    throw error
  }
}

/** Nobody knows its password: "Forgot password?" sets one. */
async function open({ email, name, link }: { email: string; name: string; link: string }): Promise<IUser> {
  const person = { name: nameOf(name, email), email, mobilenumber: '', password: newToken(), verified: true }
  return insertUser({ ...(await newUser(person)), names: [link] })
}

function nameOf(name: string, email: string): string {
  const fitted = shortText(80).safeParse(name)
  return fitted.success ? fitted.data : email.slice(0, email.indexOf('@'))
}

/** Only while the address is theirs and proved. */
async function linkUser({ clock }: HostedUserDeps, user: IUser, names: string[]): Promise<IUser | undefined> {
  const { _id, email, sessionsValidFrom } = user
  const updatedAt = monotonicNow(user.updatedAt, clock.now())
  return inTransaction(async (tx) => {
    const linked = await UserModel.findOneAndUpdate(
      { _id, email, verified: true, isBlocked: false, sessionsValidFrom },
      { $set: { updatedAt } },
      { session: tx, returnDocument: 'after', timestamps: false },
    ).lean<IUser | null>()
    if (linked) await reserveNames(tx, _id.toHexString(), names)
    return linked ?? undefined
  })
}

/** Whoever registered with an address that they have not proved keeps nothing. */
async function adopt(deps: HostedUserDeps, user: IUser, names: string[]): Promise<IUser> {
  const passwordHash = await hashPassword(newToken())
  const adopted = await inTransaction(async (tx) => {
    const after = await reclaimAccount(tx, user, { passwordHash, now: deps.clock.now() })
    await reserveNames(tx, user._id.toHexString(), names)
    return after
  })
  await publishRevoked(adopted, deps)
  return adopted
}
