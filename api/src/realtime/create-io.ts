import type { IncomingMessage } from 'node:http'
import type { Io } from '@jhatpat/shared/platform/realtime.ts'
import { Server } from 'socket.io'
import { isSameOrigin } from '../http/own-origin.ts'

export type IoOptions = {
  publicUrl: string
  /** Whose pages may connect beside our own. */
  origins: readonly string[]
}

/** The sockets' server, not subscribed yet. */
export function createIo(options: IoOptions): Io {
  return new Server({
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
  return origin === undefined || origins.includes(origin) || isSameOrigin(origin, host, publicUrl)
}
