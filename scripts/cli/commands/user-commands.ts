import { type StaffRole, staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import { resetSecondFactor } from '@jhatpat/shared/domain/accounts/index.ts'
import { revokeAllSessions } from '@jhatpat/shared/domain/customers/index.ts'
import { updateUserAsOperator } from '@jhatpat/shared/domain/staff/index.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { operator } from '../kit/actors.ts'
import { type CliContext, type Command, defineCommand } from '../kit/command.ts'
import { name, reason } from '../kit/fields.ts'
import { findPerson, type Person } from '../kit/find-person.ts'
import { plural } from '../kit/table.ts'

const parameters = {
  '--user <account>': 'e-mail address, mobile number or id',
  '--reason <text>': 'why, for the audit log',
}
const fields = { user: name(), reason: reason() }

export const factorReset = defineCommand({
  name: 'factor:reset',
  summary: 'removes the second factor of an admin who has lost it, and ends their sessions',
  example: '--user meera@shop.example --reason "lost her phone; we spoke on a video call"',
  parameters,
  input: z.strictObject(fields),
  run: async (context, { user, reason: why }) => {
    const { deps, by, person } = await prepare(context, user, why)
    const ended = await resetSecondFactor(deps, person.userId, by)
    return outcome(person, {
      ended,
      text: `${person.called} has no second factor any more, and sets one up at the next sign-in; ${endedText(ended)}.`,
    })
  },
})

export const sessionsRevoke = defineCommand({
  name: 'sessions:revoke',
  summary: 'signs an account out everywhere',
  example: '--user asha@shop.example --reason "left a phone in a taxi"',
  parameters,
  input: z.strictObject(fields),
  run: async (context, { user, reason: why }) => {
    const { deps, by, person } = await prepare(context, user, why)
    const ended = await revokeAllSessions(deps, by, person.userId)
    return outcome(person, {
      ended,
      text: `${person.called} is signed out everywhere; ${endedText(ended)}.`,
    })
  },
})

export const userBlock = blocking(true, {
  name: 'user:block',
  summary: 'blocks an account, and ends its sessions',
  example: '--user 9876543210 --reason "charged back three times"',
  state: 'blocked',
})

export const userUnblock = blocking(false, {
  name: 'user:unblock',
  summary: 'unblocks an account',
  example: '--user u7k2mdx4 --reason "the bank has taken it back"',
  state: 'unblocked',
})

function blocking(
  isBlocked: boolean,
  { state, ...described }: Pick<Command, 'name' | 'summary' | 'example'> & { state: string },
): Command {
  return defineCommand({
    ...described,
    parameters,
    input: z.strictObject(fields),
    run: async (context, { user, reason: why }) => {
      const { deps, by, person } = await prepare(context, user, why)
      const ended = await updateUserAsOperator(deps, by, { userId: person.userId, change: { isBlocked } })
      return outcome(person, { ended, text: changedText(person, `is ${state}`, ended) })
    },
  })
}

export const userRole = defineCommand({
  name: 'user:role',
  summary: 'gives an account another role, or an admin another staff role, and ends its sessions',
  example: '--user asha@shop.example --role admin --staff-role support --reason "answers tickets"',
  parameters: {
    ...parameters,
    '--role <role>': 'user, reseller or admin',
    '--staff-role <role>': `of an admin: ${staffRoles.join(', ')}`,
  },
  input: z.strictObject({
    user: fields.user,
    role: z.enum(['user', 'reseller', 'admin'] as const satisfies Role[], 'must be user, reseller or admin'),
    staffRole: z.enum(staffRoles, `must be one of ${staffRoles.join(', ')}`).optional(),
    reason: fields.reason,
  }),
  run: async (context, { user, role, staffRole, reason: why }) => {
    if (staffRole && role !== 'admin') throw new CliError('Only an admin has a staff role.')
    const { deps, by, person } = await prepare(context, user, why)
    const change: { role: Role; staffRole?: StaffRole } = { role, ...(staffRole && { staffRole }) }
    const ended = await updateUserAsOperator(deps, by, { userId: person.userId, change })
    const named = staffRole ? `${role}, ${staffRole}` : role
    return outcome(person, { ended, text: changedText(person, `has the role ${named}`, ended) })
  },
})

async function prepare(context: CliContext, user: string, why: string) {
  const { clock } = await context.database()
  // Sockets are closed by the api processes, which check their sessions every 1.5 s.
  const publisher = { publish: () => undefined, disconnect: () => undefined }
  return { deps: { clock, publisher }, by: { ...operator(), reason: why }, person: await findPerson(user) }
}

/** `ended`: sessions; undefined when the account was so already. */
const outcome = (
  { userId, email }: Person,
  { ended, text }: { ended: number | undefined; text: string },
) => ({
  value: { id: userId, email, isChanged: ended !== undefined, sessionsEnded: ended ?? 0 },
  text,
})

const changedText = ({ called }: Person, state: string, ended: number | undefined) =>
  ended === undefined ? `${called} ${state} already.` : `${called} ${state} now; ${endedText(ended)}.`

const endedText = (ended: number) => `${plural(ended, 'session')} ended`
