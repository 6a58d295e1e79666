import type { IncomingMessage } from 'node:http'
import { type Io, streamAdapter } from '@jhatpat/shared/platform/realtime.ts'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { Server } from 'socket.io'
import { isOwnOrigin } from '../http/own-origin.ts'

export type IoOptions = {
  /** A connection of its own that waits for Redis to come back. */
  redis: RedisClient
  prefix: string
  publicUrl: string
  /** Whose pages may connect beside our own. */
  origins: readonly string[]
}

/** The sockets' server, joined to the other processes through Redis and not listening yet. */
export function createIo(options: IoOptions): Io {
  return new Server({
    adapter: streamAdapter(options.redis, options.prefix),
    serveClient: false,
    maxHttpBufferSize: 10_000,
    connectTimeout: 10_000,
    allowRequest: (request, decide) => decide(null, mayConnect(request, options)),
    cors: { origin: [...options.origins] },
  })
}

/** Who sends no origin is no page. */
function mayConnect({ headers }: IncomingMessage, { publicUrl, origins }: IoOptions): boolean {
  const { origin, host } = headers
  return origin === undefined || origins.includes(origin) || isOwnOrigin(origin, host, publicUrl)
}
