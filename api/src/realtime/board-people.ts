import { clientTxnId } from '@jhatpat/shared/contracts/fields.ts'
import { atBoardSilentMs, type BoardPerson, rooms } from '@jhatpat/shared/contracts/realtime.ts'
import { requireMay } from '@jhatpat/shared/domain/accounts/index.ts'
import { keyGroup } from '@jhatpat/shared/platform/redis-keys.ts'
import * as z from 'zod/mini'
import type { ApiDeps } from '../api-deps.ts'
import { readInput } from '../http/read-input.ts'
import type { ApiSocket } from './api-socket.ts'
import type { Snapshots } from './snapshots.ts'

const At = z.strictObject({ orderid: z.nullable(clientTxnId()), isHere: z.boolean() })

/** What sockets are answered from. */
export type Served = { from: Snapshots; deps: ApiDeps }

/**
 * Notes where on the board a socket's page is and tells the others at once. Redis keeps it until the page falls silent;
 * a page says again where it is, and who fell silent is forgotten by those who look.
 * @returns who else is there, in all processes; nobody to who has been told, so that a silent one is not named anew
 */
export async function standAt(
  socket: ApiSocket,
  { from, deps }: Served,
  raw: unknown,
): Promise<BoardPerson[]> {
  const { orderid, isHere } = readInput(At, raw)
  const turn = (socket.data.boardTurn ?? 0) + 1
  socket.data.boardTurn = turn
  requireMay(await from.callerNow(socket.data.caller.sessionId), 'board.view')
  // Gone meanwhile, or it has said something newer.
  if (!socket.connected || socket.data.boardTurn !== turn) return []
  if (!isHere) {
    leaveBoard(socket, deps)
    return []
  }
  const isRepeat = socket.data.atBoard !== undefined
  socket.data.atBoard = { orderid }
  const person = personOf(socket)
  if (person) tell(socket, deps, person)
  return isRepeat ? [] : othersOf(socket, deps)
}

/** Says that a page has left the board, if it was there. */
export function leaveBoard(socket: ApiSocket, deps: ApiDeps): void {
  const person = personOf(socket)
  if (!person) return
  socket.data.atBoard = undefined
  tell(socket, deps, { ...person, isHere: false })
}

const keyOf = ({ env }: ApiDeps) => `${keyGroup(env.QUEUE_PREFIX, 'board')}:people`

/** The others who look, and Redis for those who come later; without it they hear of this page when it says so again. */
function tell(socket: ApiSocket, deps: ApiDeps, person: BoardPerson): void {
  socket.local.to(rooms.board()).emit('board.person', person)
  deps.rooms.elsewhere.publish(rooms.board(), 'board.person', person)
  const key = keyOf(deps)
  const kept = person.isHere
    ? deps.redis
        .multi()
        .hset(key, person.id, JSON.stringify({ person, at: deps.clock.now().getTime() } satisfies Kept))
        .pexpire(key, atBoardSilentMs)
        .exec()
    : deps.redis.hdel(key, person.id)
  kept.catch(() => undefined)
}

type Kept = { person: BoardPerson; at: number }

async function othersOf(socket: ApiSocket, deps: ApiDeps): Promise<BoardPerson[]> {
  const key = keyOf(deps)
  const texts = await deps.redis.hgetall(key).catch(() => ({}))
  const now = deps.clock.now().getTime()
  const all = Object.entries(texts).map(([id, text]) => ({ id, kept: readKept(text) }))
  const silent = all.filter(({ kept }) => !kept || now - kept.at > atBoardSilentMs).map(({ id }) => id)
  if (silent.length > 0) deps.redis.hdel(key, ...silent).catch(() => undefined)
  return all.flatMap(({ id, kept }) => (!kept || id === socket.id || silent.includes(id) ? [] : kept.person))
}

/** Undefined: it can't be read, by this release at least. */
function readKept(text: string): Kept | undefined {
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null
    return kept?.person && typeof kept.at === 'number' ? { person: kept.person, at: kept.at } : undefined
  } catch {
    return undefined
  }
}

function personOf({ id, data: { caller, atBoard } }: ApiSocket): BoardPerson | undefined {
  if (!atBoard) return undefined
  return { id, adminId: caller.userId, name: caller.name, orderid: atBoard.orderid, isHere: true }
}
