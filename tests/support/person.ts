import type { Call } from '@jhatpat/shared/contracts/client.ts'
import { createCall } from '@jhatpat/shared/contracts/create-call.ts'
import type { ClientEvents, ServerEvents } from '@jhatpat/shared/contracts/realtime.ts'
import ky from 'ky'
import { io, type Socket } from 'socket.io-client'

export type TestSocket = Socket<ServerEvents, ClientEvents>

export type RawRequest = {
  method?: string
  /** Sent unchanged. */
  body?: string
  headers?: Record<string, string>
}

export type RawReply = { status: number; headers: Headers; text: string; json: Record<string, unknown> }

/** A client of the service, signed in or not. */
export type Person = {
  token: string | undefined
  /** A call of the contracts; throws ApiError. */
  call: Call
  /** Any request, with the person's token. `path` starts at the origin. */
  request(path: string, request?: RawRequest): Promise<RawReply>
  /** A connected socket. Rejects with the server's error. */
  socket(): Promise<TestSocket>
  close(): void
}

export function personOf(origin: string, token?: string): Person {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const sockets: TestSocket[] = []
  return {
    token,
    call: createCall(
      ky.create({ prefix: `${origin}/api`, retry: 0, timeout: 20_000, headers: authorization }),
    ),
    request: async (path, { headers, ...rest } = {}) =>
      readReply(
        await fetch(new URL(path, origin), {
          ...rest,
          redirect: 'manual',
          headers: { ...authorization, ...(rest.body === undefined ? {} : jsonType), ...headers },
        }),
      ),
    socket: async () => {
      const socket: TestSocket = io(origin, { auth: { token }, transports: ['websocket'], forceNew: true })
      sockets.push(socket)
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('connect_error', reject)
      })
      return socket
    },
    close: () => {
      for (const socket of sockets) socket.disconnect()
    },
  }
}

const jsonType = { 'content-type': 'application/json' }

async function readReply(response: Response): Promise<RawReply> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parse(text) }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
