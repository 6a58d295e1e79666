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
 * The account for an address that the provider has verified: the existing one, or a new one. An existing account with
 * an unverified address is reclaimed: its password and mobile number, which another person may have set, are removed.
 * @throws AppError `hosted_unverified`, `hosted_other_email`, `account_blocked`, `hosted_admin`
 */
export async function hostedUser(deps: HostedUserDeps, proven: Proven): Promise<IUser> {
  if (!emailAddress().safeParse(proven.email).success) throw new AppError('hosted_unverified')
  const identity = { ...proven, email: normalEmail(proven.email) }
  for (let tries = 1; ; tries++) {
    const user = await findOrCreate(deps, identity)
    if (user) return user
    // Five lost races in a row are not concurrency any more.
    if (tries >= 5) throw new AppError('service_unavailable')
  }
}

/** Undefined when a concurrent update won. */
async function findOrCreate(
  deps: HostedUserDeps,
  { subject, email, name }: Proven,
): Promise<IUser | undefined> {
  const hostedKey = uniqueKeys.hosted(subject)
  const [user, owner] = await Promise.all([findUserByEmail(email), ownerOf(hostedKey)])
  // The account's address was changed here, or the identity's address at the provider: the two are not known to be one
  // person.
  if (owner !== undefined && owner !== user?._id.toHexString()) throw new AppError('hosted_other_email')
  if (user?.isBlocked) throw new AppError('account_blocked')
  // A staff member set this address: its owner has to verify it first.
  if (user?.contactChange?.email) throw new AppError('hosted_other_email')
  // Admins sign in with password and second factor only.
  if (user?.role === 'admin') throw new AppError('hosted_admin')
  try {
    if (!user) return await createHostedUser({ email, name, hostedKey })
    if (user.verified && owner !== undefined) return user
    return await (isVerified(user) ? linkUser : reclaim)(deps, user, owner === undefined ? [hostedKey] : [])
  } catch (error) {
    if (isDuplicateKey(error) || (error instanceof AppError && error.code === 'user_changed'))
      return undefined
    throw error
  }
}

/** Creates a user with a random password; "Forgot password?" sets another. */
async function createHostedUser({
  email,
  name,
  hostedKey: link,
}: {
  email: string
  name: string
  hostedKey: string
}): Promise<IUser> {
  const input = { name: nameOf(name, email), email, mobilenumber: '', password: newToken(), verified: true }
  return insertUser({ ...(await newUser(input)), names: [link] })
}

function nameOf(name: string, email: string): string {
  const fitted = shortText(80).safeParse(name)
  return fitted.success ? fitted.data : email.slice(0, email.indexOf('@'))
}

/** Matches only while the address is unchanged and verified. */
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

async function reclaim(deps: HostedUserDeps, user: IUser, names: string[]): Promise<IUser> {
  const passwordHash = await hashPassword(newToken())
  const reclaimed = await inTransaction(async (tx) => {
    const after = await reclaimAccount(tx, user, { passwordHash, now: deps.clock.now() })
    await reserveNames(tx, user._id.toHexString(), names)
    return after
  })
  await publishRevoked(reclaimed, deps)
  return reclaimed
}
