import { createStackParser, createTransport, type Event } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'

export type ErrorReports = {
  /** Takes a line of the log, redacted. */
  add(line: Record<string, unknown>): void
  /** Sends the rest, or gives up after two seconds. */
  stop(): Promise<void>
}

/** How many a process sends in a minute: one fault may fail a thousand orders. */
const maxAMinute = 30
const timeoutMs = 5_000

/**
 * Sends errors of the log to Sentry, or whatever speaks its protocol. It gets the finished lines, so what the log hides
 * never leaves. What cannot be sent is dropped.
 */
export function createErrorReports(options: { dsn: string; name: string; release: string }): ErrorReports {
  const stackParser = createStackParser(nodeStackLineParser())
  const client = new ServerRuntimeClient({
    dsn: options.dsn,
    release: options.release,
    serverName: options.name,
    integrations: [],
    stackParser,
    transport: (settings) =>
      createTransport(settings, async ({ body }) => {
        const signal = AbortSignal.timeout(timeoutMs)
        const { status } = await fetch(settings.url, { method: 'POST', body: body as string, signal })
        return { statusCode: status }
      }),
  })
  client.init()
  let left = maxAMinute
  const refill = setInterval(() => {
    left = maxAMinute
  }, 60_000).unref()
  return {
    add: (line) => {
      if (left <= 0) return
      left -= 1
      client.captureEvent(asEvent(line, stackParser))
    },
    stop: async () => {
      clearInterval(refill)
      await client.close(2_000)
    },
  }
}

function asEvent(line: Record<string, unknown>, parse: (stack: string) => object[]): Event {
  const { level, time, msg, err, name, requestId, orderId, traceId, ...extra } = line
  const { type, message, stack } = (typeof err === 'object' && err !== null ? err : {}) as Record<
    string,
    string
  >
  return {
    level: level === 60 ? 'fatal' : 'error',
    timestamp: Number(time) / 1_000,
    logger: String(name),
    message: String(msg),
    fingerprint: [String(msg), type ?? ''],
    tags: { requestId, orderId, traceId } as Record<string, string>,
    extra: { ...extra, ...(typeof err === 'string' && { err }) },
    ...(stack && { exception: { values: [{ type, value: message, stacktrace: { frames: parse(stack) } }] } }),
  } as Event
}
