import { randomInt } from 'node:crypto'
import type { Role } from '../../contracts/accounts.ts'
import { isDuplicateKey } from '../../platform/mongo.ts'
import { hashPassword } from './password.ts'
import { type IUser, UserModel } from './user-model.ts'

export type NewUser = {
  name: string
  email: string
  /** Ten digits. */
  mobilenumber: string
  password: string
  role?: Role
  verified?: boolean
  isBlocked?: boolean
  /** Chosen at random without it. */
  userid?: string
}

/**
 * Writes a user with a hashed password and a short `userid` of their own.
 * @throws MongoDB's duplicate-key error when the e-mail (or a given `userid`) is taken
 */
export async function createUser(input: NewUser): Promise<IUser> {
  const { password, userid, ...rest } = input
  const passwordHash = await hashPassword(password)
  for (let tries = 1; ; tries++) {
    try {
      const user = { role: 'user' as const, verified: false, isBlocked: false, ...rest, passwordHash }
      return (await UserModel.create({ ...user, userid: userid ?? newUserid() })).toObject()
    } catch (error) {
      if (userid || tries >= 5 || !isTakenUserid(error)) throw error
    }
  }
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** `u7k2mdx4`: short enough to be read out, without letters that look like digits. */
function newUserid(): string {
  return `u${Array.from({ length: 7 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}

function isTakenUserid(error: unknown): boolean {
  return isDuplicateKey(error) && 'userid' in ((error as { keyPattern?: object }).keyPattern ?? {})
}
