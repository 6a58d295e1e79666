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
  /** Of an admin who is no owner. */
  staffRole?: StaffRole
  /** Of an admin: since when the office role can be used; left out, its approvals count at once. */
  officeSince?: Date
  verified?: boolean
  isBlocked?: boolean
  /** Chosen at random without it. */
  userid?: string
}

/**
 * Writes a user with a hashed password and a short `userid` of their own.
 * @throws MongoDB's duplicate-key error when the e-mail, the mobile number (or a given `userid`) is taken
 */
export async function createUser(input: NewUser): Promise<IUser> {
  return insertUser(await newUser(input))
}

type Unwritten = Omit<IUser, '_id' | 'createdAt' | 'updatedAt' | 'userid'> & {
  /** A new one without it. */
  _id?: Types.ObjectId
  userid?: string | undefined
  /** What nobody else may be called, beside their own fields. */
  names?: string[]
}

/** A user who is not written yet, with a hashed password. @throws AppError `service_unavailable` when too many wait */
export async function newUser({ password, ...rest }: NewUser): Promise<Unwritten> {
  const passwordHash = await hashPassword(password)
  const none = {
    role: 'user' as const,
    verified: false,
    isBlocked: false,
    hasSecondFactor: false,
    sessionsValidFrom: new Date(0),
    lastSeenAt: null,
  }
  return { ...none, ...rest, passwordHash, email: normalEmail(rest.email) }
}

/**
 * @param proof what must succeed in the same transaction, with the user's `_id` in hex
 * @throws as `createUser`
 */
export async function insertUser(
  user: Unwritten,
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

/** With all names, and a wallet, in one transaction, so that nobody has a name without being there. */
function insert(
  { names = [], _id = new Types.ObjectId(), ...user }: Unwritten & { userid: string },
  proof?: (tx: ClientSession, userId: string) => Promise<void>,
): Promise<IUser> {
  return inTransaction(async (tx) => {
    await proof?.(tx, _id.toHexString())
    const { email, userid, mobilenumber } = user
    const own = [uniqueKeys.email(email), ...mobileKeys(mobilenumber), uniqueKeys.userid(userid), ...names]
    await reserveNames(tx, _id.toHexString(), own)
    await openWallet(tx, _id)
    const [created] = await UserModel.create([{ _id, ...user }], { session: tx })
    if (!created) throw new Error('the user was not written')
    return created.toObject()
  })
}

/** Addresses that differ in case or space around them are one. */
export const normalEmail = (email: string) => email.trim().toLowerCase()

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** `u7k2mdx4`: short enough to be read out, without letters that look like digits. */
function newUserid(): string {
  return `u${Array.from({ length: 7 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
