import type { IncomingMessage } from 'node:http'
import { rooms } from '@jhatpat/shared/contracts/realtime.ts'
import { type Caller, findCaller, secondFactorPolicy } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Io } from '@jhatpat/shared/platform/realtime.ts'
import { Server, type Socket } from 'socket.io'
import type { TrustProxy } from '../http/client-address.ts'
import { asAppError } from '../http/errors.ts'
import { isSameOrigin } from '../http/own-origin.ts'
import type { ApiDeps } from './api-deps.ts'
import type { ApiSocket } from './api-socket.ts'
import { createRevocations } from './revoked-sockets.ts'
import type { Snapshots } from './snapshots.ts'
import { limitSockets } from './socket-limits.ts'
import { createSubscriptions } from './subscriptions.ts'

/** The word that closes sockets may get lost with Redis; sessions are looked up too, within the promised 2 s. */
const recheckMs = 1_500
/** How late a socket of a session that has run out may be closed. */
const expiryMs = 500

/** Who has taken none of this many packets may come back and look afresh: what waits for it is our memory. */
const maxBufferedPackets = 500

/**
 * Lets signed-in sockets in, joins them to their rooms, and closes those whose session is over, who take nothing, or
 * who were refused. The sockets' server must be attached already.
 */
export function handleSockets(deps: ApiDeps, from: Snapshots, trustsProxy: TrustProxy): { close(): void } {
  const limits = limitSockets({ ...deps, trustsProxy })
  // Connections are made anew by themselves.
  const rule = { ...secondFactorPolicy(deps.env), isUnattended: true }
  const closeRevoked = createRevocations({
    ...deps,
    rule,
    sockets: () => deps.io.sockets.sockets.values() as unknown as Iterable<ApiSocket>,
  })
  const handleSubscriptions = createSubscriptions({ from, deps })
  deps.io.use(async (socket, next) => {
    try {
      const found = await findCaller(tokenOf(socket.handshake.auth), deps.clock.now(), rule)
      limits.admit(found.caller.userId, socket.conn)
      Object.assign(socket.data, found)
      await joinOwnRooms(socket, found.caller, deps)
      next()
    } catch (error) {
      const refusal = asAppError(error)
      next(Object.assign(new Error(refusal.message), { data: { code: refusal.code } }))
      // Once the refusal is on its way. Who stays could try tokens on the same connection, each a look at the database.
      setImmediate(() => socket.conn.close())
    }
  })
  deps.io.on('connection', (plain) => {
    const socket = plain as unknown as ApiSocket
    forgetHandshake(socket)
    countBufferedPackets(socket)
    handleSubscriptions(socket)
  })
  const timer = setInterval(() => {
    closeUnresponsive(deps)
    void closeRevoked()
  }, recheckMs)
  // One look at all, since a timer of each would be held ten thousand times.
  const clockHand = setInterval(() => closeExpired(deps), expiryMs)
  for (const one of [timer, clockHand]) one.unref()
  return {
    close: () => {
      for (const one of [timer, clockHand]) clearInterval(one)
    },
  }
}

/** Before it is told that it is connected: from then on it misses nothing. */
async function joinOwnRooms(
  socket: Pick<Socket, 'join'>,
  { userId, sessionId }: Caller,
  { rooms: shared }: ApiDeps,
): Promise<void> {
  const own = [rooms.user(userId), rooms.session(sessionId), rooms.catalogue()]
  await socket.join(own)
  await Promise.all(own.map(shared.subscribed))
}

function tokenOf(auth: unknown): string | undefined {
  const token = (auth as { token?: unknown } | null)?.token
  return typeof token === 'string' ? token : undefined
}

/**
 * The request that opened the connection is a fifth of what a socket holds on the heap, and the token in it is needed no
 * more: see https://socket.io/docs/v4/memory-usage/.
 */
function forgetHandshake({ conn, handshake }: ApiSocket): void {
  Object.assign(conn, { request: null })
  Object.assign(handshake, { headers: {}, auth: {}, query: {} })
}

function countBufferedPackets({ conn, data }: ApiSocket): void {
  data.bufferedPackets = 0
  conn.on('packetCreate', () => {
    data.bufferedPackets += 1
  })
  conn.on('drain', () => {
    data.bufferedPackets = 0
  })
}

/** Not by `disconnect`, which would wait for all that is unsent, and after which browsers do not come back. */
function closeUnresponsive({ io, log }: ApiDeps): void {
  for (const socket of io.sockets.sockets.values() as unknown as Iterable<ApiSocket>) {
    if (socket.data.bufferedPackets <= maxBufferedPackets) continue
    log.warn(
      { userId: socket.data.caller.userId, bufferedPackets: socket.data.bufferedPackets },
      'unresponsive socket closed',
    )
    socket.data.bufferedPackets = 0
    for (const room of socket.rooms) void socket.leave(room)
    socket.conn.close(true)
  }
}

function closeExpired({ io, clock }: ApiDeps): void {
  const now = clock.now()
  for (const socket of io.sockets.sockets.values() as unknown as Iterable<ApiSocket>) {
    if (socket.data.expiresAt <= now) socket.disconnect(true)
  }
}

type IoOptions = {
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
