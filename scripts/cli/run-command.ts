import { hostname, userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import { newPushKey } from '@jhatpat/shared/providers/push/push-keys.ts'
import * as z from 'zod'
import { CliError } from '../processes/cli-error.ts'
import type { Command, Given, OptionName } from './command.ts'
import { supplierAccounts } from './supplier-accounts.ts'
import { factorReset, sessionsRevoke, userBlock, userRole, userUnblock } from './user-commands.ts'
import { userCreate } from './user-create.ts'

const commands: readonly Command[] = [
  userCreate,
  userRole,
  userBlock,
  userUnblock,
  sessionsRevoke,
  factorReset,
  supplierAccounts,
]

export type CommandContext = {
  /** Reads a line without echo. */
  ask(): Promise<string>
  /** Runs an action with the database connected and with its clock. */
  connected(act: (clock: Clock) => Promise<string>): Promise<string>
}

/**
 * Runs the command named by the command line.
 * @returns a sentence that says what was done
 * @throws CliError when there is no such command
 */
export async function runCommand(
  [name = '', ...args]: string[],
  { ask, connected }: CommandContext,
): Promise<string> {
  if (name === pushKeys.name) return pushKeys.text()
  const command = commands.find((one) => one.name === name)
  if (!command) throw new CliError(helpText(name))
  const given = readArguments(command, args)
  const prepared = await command.prepare?.(ask)
  const operator = { userId: 'operator', name: `${userInfo().username} (operator)`, from: hostname() }
  // Sockets are closed by the api processes, which check their sessions every 1.5 s.
  const publisher = { publish: () => undefined, disconnect: () => undefined }
  const by = { ...operator, reason: given.reason ?? '' }
  try {
    return await connected((clock) => command.run({ clock, publisher, by }, given, prepared))
  } catch (error) {
    throw error instanceof AppError ? new CliError(error.message) : error
  }
}

function helpText(name: string): string {
  const lines = [...commands, pushKeys].map(
    (one) => `  npm run cli -- ${one.name} ${one.example}\n      ${one.does}`,
  )
  return [name ? `There is no command ${name}. There are:` : 'Say what to do:', '', ...lines].join('\n')
}

/** `npm run cli -- push:keys`: creates a key pair without connecting to a database. */
const pushKeys = {
  name: 'push:keys',
  example: '',
  does: 'makes the key by which browsers get news of orders',
  text: () =>
    `PUSH_PRIVATE_KEY=${newPushKey()}\n\nPut it into .env, and keep it: browsers that know one take no news by another.`,
}

const rules = {
  user: z.string('must be given').trim().min(1, 'must be given').max(254),
  email: z.email('must be an e-mail address').max(254),
  name: z.string('must be given').trim().min(1, 'must be given').max(80),
  mobile: z.string('must be given').regex(/^\d{10}$/, 'must be ten digits'),
  role: z.enum(['user', 'reseller', 'admin'], 'must be user, reseller or admin'),
  'staff-role': z.enum(staffRoles, `must be one of ${staffRoles.join(', ')}`),
  reason: z.string('must be given').trim().min(3, 'must say something').max(300),
} as const satisfies Record<OptionName, z.ZodType<string>>

/**
 * Parses a command's options.
 * @throws CliError that names each option that is missing, invalid or unknown
 */
function readArguments({ name, options, mayHave = [], example }: Command, args: string[]): Given {
  const values = parse(args, [...options, ...mayHave])
  const given = mayHave.filter((option) => values[option] !== undefined)
  const faults = [...options, ...given].flatMap((option) => {
    const read = rules[option].safeParse(values[option])
    return read.success ? [] : [`--${option} ${read.error.issues[0]?.message}`]
  })
  if (faults.length === 0) return values
  throw new CliError(`${faults.join('; ')}. For example:\n  npm run cli -- ${name} ${example}`)
}

function parse(args: string[], options: readonly OptionName[]): Given {
  const known = Object.fromEntries(options.map((option) => [option, { type: 'string' as const }]))
  try {
    return parseArgs({ args, options: known }).values as Given
  } catch (error) {
    throw new CliError((error as Error).message)
  }
}
