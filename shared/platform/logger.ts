import { type DestinationStream, pino } from 'pino'
import { appVersion } from './app-version.ts'
import type { Env } from './env.ts'
import { countRepeatedWarnings } from './repeated-warnings.ts'
import { idsNow } from './request-context.ts'

export type Logger = pino.Logger

/**
 * JSON lines on stdout, or to `to`, each written before the call returns: a crash loses none. Each has the ids of the
 * current request, order and trace. Tokens, keys and what customers type must never be logged; as a safety net values
 * under these names are redacted, however deep.
 */
export function createLogger(name: string, level: string, to?: DestinationStream): Logger {
  const options = { name, level, mixin: idsNow, hooks: { logMethod: countRepeatedWarnings() } }
  return pino(options, redacted(to ?? pino.destination({ dest: 1, sync: true })))
}

/** The logger of a process: each line has its version. */
export const processLogger = (name: string, env: Pick<Env, 'LOG_LEVEL' | 'APP_REVISION'>): Logger =>
  createLogger(name, env.LOG_LEVEL).child({ version: appVersion(env) })

/**
 * The same logger for evidence that only the log holds: its lines are written at any LOG_LEVEL but
 * `silent`.
 */
export const evidenceLog = (log: Logger): Logger =>
  log.level === 'silent' ? log : log.child({}, { level: 'info' })

const secretNames = ['password', 'passwordHash', 'token', 'otp', 'secret', 'authorization', 'cookie', 'key']
const secretField = new RegExp(`"(?:${secretNames.join('|')})":`)

/**
 * Searches the finished line, which also holds the fields of child loggers and errors. pino's own redaction copies
 * every object first, which costs more than the rest of the line.
 */
const redacted = (to: DestinationStream): DestinationStream => ({
  write: (line) => {
    const clean = secretField.test(line)
      ? `${JSON.stringify(redactFields(JSON.parse(line), isTopLevelSecret))}\n`
      : line
    to.write(clean)
    if (copies.error && isError.test(clean)) copies.error(JSON.parse(clean))
    if (copies.evidence && clean.includes('"event":"')) copies.evidence(clean)
  },
})

/** At its start: errors and what ends a process. */
const isError = /^\{"level":[56]0,/

type Copies = {
  error?: ((line: Record<string, unknown>) => void) | undefined
  /** Security events and anchors of the audit log. */
  evidence?: ((line: string) => void) | undefined
}

let copies: Copies = {}

/** Passes some lines on, as they are written to the log; an undefined receiver ends that. */
export function copyLines(to: Copies): void {
  copies = { ...copies, ...to }
}

const isSecret = (name: string) => secretNames.includes(name)
/** A line's own `key` may be a document's key. */
const isTopLevelSecret = (name: string) => name !== 'key' && isSecret(name)

function redactFields(value: unknown, isRedacted = isSecret): unknown {
  if (Array.isArray(value)) return value.map((one) => redactFields(one))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, isRedacted(name) ? '[redacted]' : redactFields(field)]),
  )
}
