import { pino } from 'pino'

export type Logger = pino.Logger

/** JSON lines on stdout. Tokens, keys and what customers type never reach a log. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'password',
        '*.password',
        'token',
        '*.token',
        '*.key',
      ],
      censor: '[redacted]',
    },
  })
}
