import type { IncomingMessage } from 'node:http'
import { rooms } from '@jhatpat/shared/contracts/realtime.ts'
import { type Caller, findCaller, secondFactorPolicy } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Io } from '@jhatpat/shared/platform/realtime.ts'
import { Server, type Socket } from 'socket.io'
import type { TrustProxy } from '../http/client-address.ts'
import { asAppError } from '../http/errors.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import type { ApiDeps } from './api-deps.ts'
import type { ApiSocket } from './api-socket.ts'
import { createRevocations } from './revoked-sockets.ts'
import { acceptSerializedPayloads } from './serialized-payload.ts'
import type { Snapshots } from './snapshots.ts'
import { limitSockets } from './socket-limits.ts'
import { createSubscriptions } from './subscriptions.ts'

/** Close events may be lost with Redis, so sessions are also looked up, within the promised 2 s. */
const recheckMs = 1_500
/** How late a socket with an expired session may be closed, in ms. */
const expiryMs = 500

/**
 * A socket that has received none of this many packets is closed: they use our memory, and it can
 * reconnect for a snapshot.
 */
const maxBufferedPackets = 500

/**
 * Admits sockets with a session, joins them to their rooms, and closes those that are expired,
 * revoked, unresponsive or rejected. The sockets' server must be attached already.
 */
export function handleSockets(deps: ApiDeps, from: Snapshots, trustsProxy: TrustProxy): { close(): void } {
  const limits = limitSockets({ ...deps, trustsProxy })
  // Connections reconnect automatically.
  const rule = { ...secondFactorPolicy(deps.env), isUnattended: true }
  const closeRevoked = createRevocations({
    ...deps,
    rule,
    sockets: () => deps.io.sockets.sockets.values() as unknown as Iterable<ApiSocket>,
  })
  const checks = socketChecks(deps, closeRevoked)
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
      // After the rejection is sent. A rejected client could otherwise try tokens on the same
      // connection, each a database query.
      setImmediate(() => socket.conn.close())
    }
  })
  deps.io.on('connection', (plain) => {
    const socket = plain as unknown as ApiSocket
    forgetHandshake(socket)
    countBufferedPackets(socket)
    handleSubscriptions(socket)
    checks.start()
  })
  return { close: checks.stop }
}

/** One timer of a kind for all sockets, since one for each would be held ten thousand times; none without sockets. */
function socketChecks(deps: ApiDeps, closeRevoked: () => Promise<void>) {
  let timers: NodeJS.Timeout[] = []
  const stop = () => {
    for (const one of timers) clearInterval(one)
    timers = []
  }
  const every = (ms: number, check: () => void) =>
    setInterval(() => (deps.io.sockets.sockets.size > 0 ? check() : stop()), ms).unref()
  const recheck = () => {
    closeUnresponsive(deps)
    void closeRevoked()
  }
  return {
    start: () => {
      if (timers.length === 0) timers = [every(recheckMs, recheck), every(expiryMs, () => closeExpired(deps))]
    },
    stop,
  }
}

/** Joined before the socket is connected, so that it misses nothing from then on. */
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
 * The request that opened the connection is a fifth of a socket's memory, and its token is no
 * longer needed: see https://socket.io/docs/v4/memory-usage/.
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

/**
 * Not by `disconnect`, which would wait for all unsent packets, and after which browsers do not
 * reconnect.
 */
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
  /** Other origins whose pages may connect. */
  origins: readonly string[]
}

/** The sockets' server, not attached yet. */
export function createIo(options: IoOptions): Io {
  const io: Io = new Server({
    serveClient: false,
    maxHttpBufferSize: 10_000,
    connectTimeout: 10_000,
    allowRequest: (request, decide) => decide(null, mayConnect(request, options)),
    cors: { origin: [...options.origins] },
  })
  acceptSerializedPayloads(io)
  return io
}

/** A request without an origin does not come from a page. */
function mayConnect({ headers }: IncomingMessage, { publicUrl, origins }: IoOptions): boolean {
  const { origin, host } = headers
  return origin === undefined || origins.includes(origin) || isSameOrigin(origin, host, publicUrl)
}
