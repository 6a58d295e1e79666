import type { IncomingMessage } from 'node:http'
import { type Io, streamAdapter } from '@jhatpat/shared/platform/realtime.ts'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { Server } from 'socket.io'

/**
 * The sockets' server, joined to the other processes through Redis and not listening yet.
 * @param options.redis a connection of its own that waits for Redis to come back
 */
export function createIo(options: { redis: RedisClient; prefix: string; publicUrl: string }): Io {
  return new Server({
    adapter: streamAdapter(options.redis, options.prefix),
    serveClient: false,
    maxHttpBufferSize: 10_000,
    connectTimeout: 10_000,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request, options.publicUrl)),
  })
}

/** Browsers name the page's origin; ours is the host that was asked, or the public one behind a proxy. */
function isOwnOrigin(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(publicUrl).origin
}
