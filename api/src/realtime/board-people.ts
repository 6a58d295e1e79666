import { clientTxnId } from '@jhatpat/shared/contracts/fields.ts'
import { atBoardEveryMs, type BoardPerson, rooms } from '@jhatpat/shared/contracts/realtime.ts'
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
  requireMay(await from.callerNow(socket.data.caller.sessionId), 'board.view')
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

/** A page in the background speaks once a minute; who said nothing for longer has gone without a word. */
const silentMs = 3.5 * atBoardEveryMs

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
        .pexpire(key, silentMs)
        .exec()
    : deps.redis.hdel(key, person.id)
  kept.catch(() => undefined)
}

type Kept = { person: BoardPerson; at: number }

async function othersOf(socket: ApiSocket, deps: ApiDeps): Promise<BoardPerson[]> {
  const texts = await deps.redis.hvals(keyOf(deps)).catch(() => [])
  const now = deps.clock.now().getTime()
  const kept = texts.map((text) => JSON.parse(text) as Kept)
  return kept.flatMap(({ person, at }) => (person.id === socket.id || now - at > silentMs ? [] : person))
}

function personOf({ id, data: { caller, atBoard } }: ApiSocket): BoardPerson | undefined {
  if (!atBoard) return undefined
  return { id, adminId: caller.userId, name: caller.name, orderid: atBoard.orderid, isHere: true }
}
