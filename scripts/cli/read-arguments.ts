import { parseArgs } from 'node:util'
import { staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import * as z from 'zod'
import { CliError } from '../refusal.ts'
import type { Command, Given, OptionName } from './command.ts'

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
 * What was given to a command.
 * @throws Refusal that names each option that is missing, wrong or unknown
 */
export function readArguments({ name, options, mayHave = [], example }: Command, args: string[]): Given {
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
