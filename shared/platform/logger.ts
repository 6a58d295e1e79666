import { type DestinationStream, pino } from 'pino'

export type Logger = pino.Logger

/**
 * JSON lines on stdout, or to `to`. Tokens, keys and what customers type must never be logged; as a
 * safety net values under these names are redacted.
 */
export function createLogger(name: string, level: string, to?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: { paths: secretPaths, censor: '[redacted]' },
  }
  return to ? pino(options, to) : pino(options)
}

/**
 * The same logger for evidence that only the log holds: its lines are written at any LOG_LEVEL but
 * `silent`.
 */
export const evidenceLog = (log: Logger): Logger =>
  log.level === 'silent' ? log : log.child({}, { level: 'info' })

const secretNames = ['password', 'passwordHash', 'token', 'otp', 'secret', 'authorization', 'cookie', 'key']

/** A top-level `key` may be a document's key. */
const secretPaths = secretNames.flatMap((name) => [
  ...(name === 'key' ? [] : [name]),
  `*.${name}`,
  `*.*.${name}`,
])
