import { hostname, userInfo } from 'node:os'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import { CliError } from '../refusal.ts'
import type { Command } from './command.ts'
import { factorReset } from './factor-reset.ts'
import { pushKeys } from './push-keys.ts'
import { readArguments } from './read-arguments.ts'
import { sessionsRevoke } from './sessions-end.ts'
import { supplierAccounts } from './supplier-accounts.ts'
import { userBlock, userUnblock } from './user-block.ts'
import { userCreate } from './user-create.ts'
import { userRole } from './user-role.ts'

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
  /** Reads a line that is not shown. */
  ask(): Promise<string>
  /** Acts while the database is connected, and by its clock. */
  connected(act: (clock: Clock) => Promise<string>): Promise<string>
}

/**
 * Does what the command line says.
 * @returns what was done, in words
 * @throws Refusal when it says nothing that can be done
 */
export async function runCommand([name = '', ...args]: string[], { ask, connected }: CommandContext): Promise<string> {
  if (name === pushKeys.name) return pushKeys.text()
  const command = commands.find((one) => one.name === name)
  if (!command) throw new CliError(helpText(name))
  const given = readArguments(command, args)
  const prepared = await command.prepare?.(ask)
  const operator = { userId: 'operator', name: `${userInfo().username} (operator)`, from: hostname() }
  // Sockets are closed by the api processes, which look at their sessions every 1.5 s.
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
