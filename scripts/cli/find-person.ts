import {
  findUser,
  findUserByEmail,
  findUserByMobile,
  type IUser,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { CliError } from '../processes/cli-error.ts'

/**
 * Finds an account by e-mail address, mobile number, `userid` or `_id`.
 * @throws CliError when there is no such account
 */
export async function findPerson(who = ''): Promise<{ userId: string; called: string }> {
  const user = await byAnyName(who.trim())
  if (!user) throw new CliError(`There is no account ${who}: give its e-mail address, mobile number or id.`)
  return { userId: user._id.toHexString(), called: `${user.email} (${user.userid})` }
}

function byAnyName(who: string): Promise<IUser | null> {
  if (who.includes('@')) return findUserByEmail(who)
  return /^\d{10}$/.test(who) ? findUserByMobile(who) : findUser(who)
}

/** `2 sessions ended` */
export const endedText = (ended: number) => `${ended} ${ended === 1 ? 'session' : 'sessions'} ended`
