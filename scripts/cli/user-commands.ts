import type { StaffRole } from '@jhatpat/shared/contracts/permissions.ts'
import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import {
  findUser,
  findUserByEmail,
  findUserByMobile,
  type IUser,
  resetSecondFactor,
} from '@jhatpat/shared/domain/accounts/index.ts'
import { revokeAllSessions } from '@jhatpat/shared/domain/customers/index.ts'
import { updateUserAsOperator } from '@jhatpat/shared/domain/staff/index.ts'
import { CliError } from '../processes/cli-error.ts'
import type { Command } from './command.ts'

export const factorReset: Command = {
  name: 'factor:reset',
  does: 'takes the second factor off for an admin who has lost it, and ends their sessions',
  example: '--user meera@shop.example --reason "lost her phone; we spoke on a video call"',
  options: ['user', 'reason'],
  run: async ({ by, ...deps }, { user }) => {
    const { userId, called } = await findPerson(user)
    const ended = await resetSecondFactor(deps, userId, by)
    return `${called} has no second factor any more, and sets one up at the next sign-in; ${endedText(ended)}.`
  },
}

export const sessionsRevoke: Command = {
  name: 'sessions:revoke',
  does: 'signs an account out everywhere',
  example: '--user asha@shop.example --reason "left a phone in a taxi"',
  options: ['user', 'reason'],
  run: async ({ by, ...deps }, { user }) => {
    const { userId, called } = await findPerson(user)
    return `${called} is signed out everywhere; ${endedText(await revokeAllSessions(deps, by, userId))}.`
  },
}

export const userBlock: Command = {
  name: 'user:block',
  does: 'keeps an account out, and ends its sessions',
  example: '--user 9876543210 --reason "charged back three times"',
  options: ['user', 'reason'],
  run: setBlocked(true, 'blocked'),
}

export const userUnblock: Command = {
  name: 'user:unblock',
  does: 'lets an account in again',
  example: '--user u7k2mdx4 --reason "the bank has taken it back"',
  options: ['user', 'reason'],
  run: setBlocked(false, 'let in'),
}

function setBlocked(isBlocked: boolean, word: string): Command['run'] {
  return async ({ by, ...deps }, { user }) => {
    const { userId, called } = await findPerson(user)
    const ended = await updateUserAsOperator(deps, by, { userId, change: { isBlocked } })
    return ended === undefined
      ? `${called} is ${word} already.`
      : `${called} is ${word} now; ${endedText(ended)}.`
  }
}

export const userRole: Command = {
  name: 'user:role',
  does: 'gives an account another role, or an admin another staff role, and ends its sessions',
  example: '--user asha@shop.example --role admin --staff-role support --reason "answers tickets"',
  options: ['user', 'role', 'reason'],
  mayHave: ['staff-role'],
  run: async ({ by, ...deps }, { user, role, 'staff-role': staffRole }) => {
    if (staffRole && role !== 'admin') throw new CliError('Only an admin has a staff role.')
    const { userId, called } = await findPerson(user)
    const change = { role: role as Role, ...(staffRole ? { staffRole: staffRole as StaffRole } : {}) }
    const ended = await updateUserAsOperator(deps, by, { userId, change })
    const named = staffRole ? `${role}, ${staffRole}` : role
    return ended === undefined
      ? `${called} has the role ${named} already.`
      : `${called} has the role ${named} now; ${endedText(ended)}.`
  },
}

/**
 * Finds an account by e-mail address, mobile number, `userid` or `_id`.
 * @throws CliError when there is no such account
 */
async function findPerson(who = ''): Promise<{ userId: string; called: string }> {
  const user = await byAnyName(who.trim())
  if (!user) throw new CliError(`There is no account ${who}: give its e-mail address, mobile number or id.`)
  return { userId: user._id.toHexString(), called: `${user.email} (${user.userid})` }
}

function byAnyName(who: string): Promise<IUser | null> {
  if (who.includes('@')) return findUserByEmail(who)
  return /^\d{10}$/.test(who) ? findUserByMobile(who) : findUser(who)
}

/** `2 sessions ended` */
const endedText = (ended: number) => `${ended} ${ended === 1 ? 'session' : 'sessions'} ended`
