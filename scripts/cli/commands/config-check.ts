import { existsSync, readFileSync } from 'node:fs'
import { parseEnv as parseEnvFile } from 'node:util'
import { parseEnv } from '@jhatpat/shared/platform/env.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { defineCommand } from '../kit/command.ts'
import { name } from '../kit/fields.ts'
import { plural } from '../kit/table.ts'

export const configCheck = defineCommand({
  name: 'config:check',
  summary: 'names every setting that is missing or wrong, without connecting to anything',
  example: '--env-file .env --production',
  parameters: {
    '--env-file <file>': 'read this file instead of the environment and .env',
    '--production': 'with the checks of a production shop, whatever NODE_ENV is',
  },
  input: z.strictObject({ envFile: name(1_000).optional(), production: z.boolean().default(false) }),
  run: async (context, { envFile, production }) => {
    const given = envFile === undefined ? context.settings : readFile(envFile)
    const { problems = [] } = parseEnv({ ...given, ...(production && { NODE_ENV: 'production' }) })
    const value = { problems, disabledFeatures: disabledFeatures(given) }
    if (problems.length === 0)
      return { value, text: ['All settings are in order.', ...value.disabledFeatures].join('\n') }
    const count = `${plural(problems.length, 'setting')} to correct. Nothing was started.`
    return { value, text: [...problems, ...value.disabledFeatures, '', count].join('\n'), exitCode: 1 }
  },
})

/** What a shop may leave out and should know of. */
const disabledFeatures = ({ BACKUP_RECIPIENT = '' }: NodeJS.ProcessEnv): string[] =>
  BACKUP_RECIPIENT === ''
    ? ['Backups are off: BACKUP_RECIPIENT is not set. See docs/how-to/back-up-and-restore.md.']
    : []

/** @throws CliError when there is no such file */
function readFile(path: string): NodeJS.ProcessEnv {
  if (!existsSync(path)) throw new CliError(`There is no file ${path}.`)
  return parseEnvFile(readFileSync(path, 'utf8')) as NodeJS.ProcessEnv
}
