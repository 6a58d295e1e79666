import { clientTxnId } from '@jhatpat/shared/contracts/fields.ts'
import { type BoardPresence, presenceTimeoutMs, rooms } from '@jhatpat/shared/contracts/realtime.ts'
import { requirePermission } from '@jhatpat/shared/domain/accounts/index.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import * as z from 'zod/mini'
import { readInput } from '../http/read-input.ts'
import type { ApiDeps } from './api-deps.ts'
import type { ApiSocket } from './api-socket.ts'
import type { Snapshots } from './snapshots.ts'

const At = z.strictObject({ orderid: z.nullable(clientTxnId()), isPresent: z.boolean() })

/** What sockets are answered from. */
export type PresenceDeps = { from: Snapshots; deps: ApiDeps }

/**
 * Notes where on the board a socket's page is and tells the others at once. Redis keeps it until the page falls expired;
 * a page says again where it is, and who fell expired is forgotten by those who look.
 * @returns who else is there, in all processes; nobody to who has been told, so that a expired one is not named anew
 */
export async function setPresence(
  socket: ApiSocket,
  { from, deps }: PresenceDeps,
  raw: unknown,
): Promise<BoardPresence[]> {
  const { orderid, isPresent } = readInput(At, raw)
  const turn = (socket.data.boardTurn ?? 0) + 1
  socket.data.boardTurn = turn
  requirePermission(await from.callerNow(socket.data.caller.sessionId), 'board.view')
  // Gone meanwhile, or it has said something newer.
  if (!socket.connected || socket.data.boardTurn !== turn) return []
  if (!isPresent) {
    clearPresence(socket, deps)
    return []
  }
  const isRepeat = socket.data.boardPresence !== undefined
  socket.data.boardPresence = { orderid }
  const presence = presenceOf(socket)
  if (presence) publish(socket, deps, presence)
  return isRepeat ? [] : othersOf(socket, deps)
}

/** Says that a page has left the board, if it was there. */
export function clearPresence(socket: ApiSocket, deps: ApiDeps): void {
  const presence = presenceOf(socket)
  if (!presence) return
  socket.data.boardPresence = undefined
  publish(socket, deps, { ...presence, isPresent: false })
}

const keyOf = ({ env }: ApiDeps) => `${hashTag(env.QUEUE_PREFIX, 'board')}:people`

/** The others who look, and Redis for those who come later; without it they hear of this page when it says so again. */
function publish(socket: ApiSocket, deps: ApiDeps, presence: BoardPresence): void {
  socket.local.to(rooms.board()).emit('board.presence_updated', presence)
  deps.rooms.elsewhere.publish(rooms.board(), 'board.presence_updated', presence)
  const key = keyOf(deps)
  const stored = presence.isPresent
    ? deps.redis
        .multi()
        .hset(
          key,
          presence.id,
          JSON.stringify({ presence, at: deps.clock.now().getTime() } satisfies StoredPresence),
        )
        .pexpire(key, presenceTimeoutMs)
        .exec()
    : deps.redis.hdel(key, presence.id)
  stored.catch(() => undefined)
}

type StoredPresence = { presence: BoardPresence; at: number }

async function othersOf(socket: ApiSocket, deps: ApiDeps): Promise<BoardPresence[]> {
  const key = keyOf(deps)
  const texts = await deps.redis.hgetall(key).catch(() => ({}))
  const now = deps.clock.now().getTime()
  const all = Object.entries(texts).map(([id, text]) => ({ id, stored: parseStored(text) }))
  const expired = all
    .filter(({ stored }) => !stored || now - stored.at > presenceTimeoutMs)
    .map(({ id }) => id)
  if (expired.length > 0) deps.redis.hdel(key, ...expired).catch(() => undefined)
  return all.flatMap(({ id, stored }) =>
    !stored || id === socket.id || expired.includes(id) ? [] : stored.presence,
  )
}

/** Undefined: it can't be read, by this release at least. */
function parseStored(text: string): StoredPresence | undefined {
  try {
    const stored = JSON.parse(text) as Partial<StoredPresence> | null
    return stored?.presence && typeof stored.at === 'number'
      ? { presence: stored.presence, at: stored.at }
      : undefined
  } catch {
    return undefined
  }
}

function presenceOf({ id, data: { caller, boardPresence } }: ApiSocket): BoardPresence | undefined {
  if (!boardPresence) return undefined
  return { id, adminId: caller.userId, name: caller.name, orderid: boardPresence.orderid, isPresent: true }
}
