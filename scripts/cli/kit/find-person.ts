import {
  findUser,
  findUserByEmail,
  findUserByMobile,
  type IUser,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { CliError } from '../../processes/cli-error.ts'

/** `called`: how messages name the account. */
export type Person = { userId: string; email: string; called: string }

/**
 * Finds an account by e-mail address, mobile number, `userid` or `_id`. The database must be connected.
 * @throws CliError when there is no such account
 */
export async function findPerson(account: string): Promise<Person> {
  const user = await findByAnyName(account)
  if (!user) {
    throw new CliError(`No account found for ${account}. Use its email, mobile number or ID.`)
  }
  return { userId: user._id.toHexString(), email: user.email, called: `${user.email} (${user.userid})` }
}

function findByAnyName(account: string): Promise<IUser | null> {
  if (account.includes('@')) return findUserByEmail(account)
  return /^\d{10}$/.test(account) ? findUserByMobile(account) : findUser(account)
}
