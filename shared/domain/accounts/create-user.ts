import { randomInt } from 'node:crypto'
import { type ClientSession, Types } from 'mongoose'
import type { StaffRole } from '../../contracts/permissions.ts'
import type { Role } from '../../contracts/roles.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import { reserveNames } from '../../platform/names.ts'
import { openWallet } from '../wallet/index.ts'
import { hashPassword } from './password.ts'
import { type IUser, mobileKeys, UserModel, uniqueKeys } from './user-model.ts'

export type NewUser = {
  name: string
  email: string
  /** Ten digits, or empty. */
  mobilenumber: string
  password: string
  role?: Role
  /** Of an admin; absent for an owner. */
  staffRole?: StaffRole
  /** Of an admin: when the staff role took effect. Without it, the account's approvals count at once. */
  staffSince?: Date
  verified?: boolean
  isBlocked?: boolean
  /** Random by default. */
  userid?: string
}

/**
 * Creates a user with a hashed password and a short, unique `userid`.
 * @throws MongoDB's duplicate-key error when the e-mail, the mobile number or a given `userid` is taken
 */
export async function createUser(input: NewUser): Promise<IUser> {
  return insertUser(await newUser(input))
}

type UserToInsert = Omit<IUser, '_id' | 'createdAt' | 'updatedAt' | 'userid'> & {
  /** New by default. */
  _id?: Types.ObjectId
  userid?: string | undefined
  /** Further unique keys to reserve for the user. */
  names?: string[]
}

/**
 * Prepares a user for `insertUser`, with a hashed password.
 * @throws AppError `service_unavailable` when the hashing queue is full
 */
export async function newUser({ password, ...rest }: NewUser): Promise<UserToInsert> {
  const passwordHash = await hashPassword(password)
  const defaults = {
    role: 'user' as const,
    verified: false,
    isBlocked: false,
    hasSecondFactor: false,
    sessionsValidFrom: new Date(0),
    lastSeenAt: null,
  }
  return { ...defaults, ...rest, passwordHash, email: normalEmail(rest.email) }
}

/**
 * @param proof must succeed in the same transaction; receives the user's `_id` in hex
 * @throws as `createUser`
 */
export async function insertUser(
  user: UserToInsert,
  proof?: (tx: ClientSession, userId: string) => Promise<void>,
): Promise<IUser> {
  for (let tries = 1; ; tries++) {
    const userid = user.userid ?? newUserid()
    try {
      return await insert({ ...user, userid }, proof)
    } catch (error) {
      if (user.userid || tries >= 5 || !isDuplicateKey(error, uniqueKeys.userid(userid))) throw error
    }
  }
}

/**
 * Writes the user, the reserved keys and the wallet in one transaction, so that no key is reserved without its user.
 */
function insert(
  { names = [], _id = new Types.ObjectId(), ...user }: UserToInsert & { userid: string },
  proof?: (tx: ClientSession, userId: string) => Promise<void>,
): Promise<IUser> {
  return inTransaction(async (tx) => {
    await proof?.(tx, _id.toHexString())
    const { email, userid, mobilenumber } = user
    const keys = [uniqueKeys.email(email), ...mobileKeys(mobilenumber), uniqueKeys.userid(userid), ...names]
    await reserveNames(tx, _id.toHexString(), keys)
    await openWallet(tx, _id)
    const [created] = await UserModel.create([{ _id, ...user }], { session: tx })
    if (!created) throw new Error('the user was not written')
    return created.toObject()
  })
}

/** Addresses that differ only in case or surrounding space are the same. */
export const normalEmail = (email: string) => email.trim().toLowerCase()

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** `u7k2mdx4`: short enough to be read out, without letters that look like digits. */
function newUserid(): string {
  return `u${Array.from({ length: 7 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
