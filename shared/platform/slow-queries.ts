import { tracingChannel } from 'node:diagnostics_channel'
import type { Logger } from './logger.ts'
import { contextNow } from './request-context.ts'

/** In ms. */
const slowAfterMs = 100

/** What mongoose says of a query, and when it began. */
type Query = {
  operation: string
  collection: string
  args?: { filter?: unknown; pipeline?: unknown }
  begunAt?: number
}

/** Of mongoose: https://mongoosejs.com/docs/tracing-channels.html */
const channelNames = ['query', 'aggregate', 'model:save', 'model:insertMany', 'model:bulkWrite']

let log: Logger | undefined

/**
 * Logs each query to MongoDB that takes longer than 100 ms: its collection, operation and shape, without any value.
 * The line has the route, and the ids of the request and the order, where there are any; a batch of several has none.
 * @returns ends it
 */
export function logSlowQueries(to: Logger): () => void {
  const events = { start: begin, asyncEnd: end }
  const channels = channelNames.map((name) => tracingChannel<string, Query>(`mongoose:${name}`))
  if (!log) for (const channel of channels) channel.subscribe(events as never)
  log = to
  return () => {
    for (const channel of channels) channel.unsubscribe(events as never)
    log = undefined
  }
}

/** Runs a command that the driver gets without mongoose, and logs it when it is slow. */
export async function timed<T>(query: Query, command: () => Promise<T>): Promise<T> {
  begin(query)
  try {
    return await command()
  } finally {
    end(query)
  }
}

function begin(query: Query): void {
  query.begunAt = performance.now()
}

function end({ collection, operation, args, begunAt = 0 }: Query): void {
  const tookMs = Math.round(performance.now() - begunAt)
  if (tookMs < slowAfterMs || !log) return
  const { route } = contextNow()
  const { filter, pipeline } = args ?? {}
  const shape = JSON.stringify(shapeOf(filter ?? pipeline))
  log.warn({ collection, operation, shape, tookMs, route }, `slow query of ${collection}`)
}

/** A filter or pipeline with `?` for each value; of a list of values its first one, of parts or stages all. */
function shapeOf(value: unknown): unknown {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return (isPlainObject(value[0]) ? value : value.slice(0, 1)).map(shapeOf)
  if (!isPlainObject(value)) return '?'
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
