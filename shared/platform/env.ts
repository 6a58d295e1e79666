import type * as z from 'zod'
import { type Env, envSchema } from './env-schema.ts'
import { omitEmpty } from './omit-empty.ts'
import { productionProblems } from './production-checks.ts'
import { readSecretFiles, type SecretSetting } from './secret-settings.ts'

export { type Env, envSchema } from './env-schema.ts'

/** The settings, or a sentence for each that is missing or wrong. No sentence repeats a value. */
export type ParsedEnv = { env: Env; problems?: never } | { env?: never; problems: string[] }

/**
 * Parses settings, in which empty means not set and `NAME_FILE` names a file with the secret. With
 * NODE_ENV=production the production checks must pass, too.
 */
export function parseEnv(env: NodeJS.ProcessEnv): ParsedEnv {
  const read = readSecretFiles(omitEmpty(env))
  const source = omitEmpty(read.source)
  const parsed = envSchema.safeParse(source)
  const unread = [...read.problems.values()]
  if (!parsed.success) {
    const isUnread = ({ path }: z.core.$ZodIssue) => read.problems.has(path.join('.') as SecretSetting)
    const issues = parsed.error.issues.filter((issue) => !isUnread(issue))
    return { problems: [...unread, ...issues.map((issue) => issueText(issue, source))] }
  }
  const problems =
    parsed.data.NODE_ENV === 'production' ? [...unread, ...productionProblems(parsed.data)] : unread
  return problems.length > 0 ? { problems } : { env: parsed.data }
}

/** As `parseEnv`; prints what is wrong and ends the process with code 1. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const { env, problems } = parseEnv(source)
  if (env) return env
  for (const fault of problems) console.error(fault)
  process.exit(1)
}

function issueText({ path, message }: z.core.$ZodIssue, source: NodeJS.ProcessEnv): string {
  const name = path.join('.')
  return `Setting ${name} ${source[name] === undefined ? 'is missing' : `is wrong: ${message}`}.`
}
