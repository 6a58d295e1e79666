import type { LogFn, Logger } from 'pino'

/** How many warnings of one kind are written in a minute. */
const maxAMinute = 5
const windowMs = 60_000
const warn = 40

type Repeats = { written: number; counted: number }

/**
 * Counts a warning that repeats instead of writing it each time: an outage would fill the log with one sentence. Of one
 * kind, which is its text and the account, queue or job that it names, five are written in a minute, and at the end of
 * the minute one more with the number of the others in `repeated`. Errors are all written, and lines with an `event` or a
 * `step`, which are evidence.
 * @returns pino's hook `logMethod`
 */
export function countRepeatedWarnings(): (
  this: Logger,
  args: Parameters<LogFn>,
  write: LogFn,
  level: number,
) => void {
  const kinds = new Map<string, Repeats>()
  return function count(args, write, level) {
    if (level !== warn) return write.apply(this, args)
    const [fields, text] = args as unknown as [unknown, unknown]
    if (isEvidence(asFields(fields))) return write.apply(this, args)
    const kind = kindOf(fields, text)
    const repeats = kinds.get(kind) ?? { written: 0, counted: 0 }
    if (repeats.written >= maxAMinute) {
      repeats.counted += 1
      return
    }
    if (repeats.written === 0) {
      kinds.set(kind, repeats)
      setTimeout(() => {
        kinds.delete(kind)
        if (repeats.counted > 0)
          write.apply(this, [{ ...asFields(fields), repeated: repeats.counted }, text] as never)
      }, windowMs).unref()
    }
    repeats.written += 1
    write.apply(this, args)
  }
}

function kindOf(fields: unknown, text: unknown): string {
  if (typeof fields === 'string') return fields
  const { account, queue, job } = asFields(fields)
  return [text, account, queue, job].join('\n')
}

/** Of security, or a step of an order, such as a supplier's answer, which cannot be requested again. */
const isEvidence = (fields: object): boolean => 'event' in fields || 'step' in fields

const asFields = (fields: unknown): Record<string, unknown> =>
  typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {}
