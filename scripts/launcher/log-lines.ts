export interface LogLine {
  /** The process reports that it is ready. */
  ready: boolean
  /** What the terminal shows of it: warnings and errors in one short line. */
  shown?: string
}

interface PinoLine {
  level?: number
  msg?: string
  ready?: boolean
  err?: { message?: string } | string
}

const WARNING = 40

/**
 * Parses one line that a process wrote: a JSON log line, or plain text, which is shown only from standard
 * error.
 */
export function readLogLine(line: string, stream: 'stdout' | 'stderr'): LogLine {
  const parsed = parsePino(line)
  if (!parsed)
    return stream === 'stderr' && line.trim() ? { ready: false, shown: line.trimEnd() } : { ready: false }
  const ready = parsed.ready === true
  return (parsed.level ?? 0) >= WARNING ? { ready, shown: inShort(parsed) } : { ready }
}

function parsePino(line: string): PinoLine | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as PinoLine
  } catch {
    return undefined
  }
}

function inShort({ level = 0, msg, err }: PinoLine): string {
  const message = typeof err === 'string' ? err : err?.message
  const cause = message && message !== msg ? message.split('\n')[0] : undefined
  const text = [msg, cause].filter(Boolean).join(': ') || 'no message'
  const short = text.length > 300 ? `${text.slice(0, 299)}…` : text
  return level > WARNING ? `error: ${short}` : short
}
