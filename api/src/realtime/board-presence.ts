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

/** The dependencies of socket requests. */
export type PresenceDeps = { from: Snapshots; deps: ApiDeps }

/**
 * Stores a page's presence on the board and publishes it. Redis keeps it until it expires; a page
 * repeats it, and expired ones are removed when they are read.
 * @returns the other people present, over all processes; empty for a repeat, so that an expired presence
 * is not reported again
 */
export async function setPresence(
  socket: ApiSocket,
  { from, deps }: PresenceDeps,
  raw: unknown,
): Promise<BoardPresence[]> {
  const { orderid, isPresent } = readInput(At, raw)
  const turn = (socket.data.presenceSeq ?? 0) + 1
  socket.data.presenceSeq = turn
  requirePermission(await from.callerNow(socket.data.caller.sessionId), 'board.view')
  // Disconnected meanwhile, or superseded by a newer request.
  if (!socket.connected || socket.data.presenceSeq !== turn) return []
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

/** Publishes that a page has left the board, if it was present. */
export function clearPresence(socket: ApiSocket, deps: ApiDeps): void {
  const presence = presenceOf(socket)
  if (!presence) return
  socket.data.boardPresence = undefined
  publish(socket, deps, { ...presence, isPresent: false })
}

const keyOf = ({ env }: ApiDeps) => `${hashTag(env.QUEUE_PREFIX, 'board')}:people`

/**
 * Publishes to the others, and stores for pages that open later; without Redis those receive this
 * page's presence when it is repeated.
 */
function publish(socket: ApiSocket, deps: ApiDeps, presence: BoardPresence): void {
  socket.local.to(rooms.board()).emit('board.presence_updated', presence)
  deps.rooms.otherProcesses.publish(rooms.board(), 'board.presence_updated', presence)
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

/** Undefined when it cannot be parsed. */
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
