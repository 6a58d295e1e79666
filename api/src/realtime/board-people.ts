import { clientTxnId } from '@jhatpat/shared/contracts/fields.ts'
import { type BoardPerson, rooms } from '@jhatpat/shared/contracts/realtime.ts'
import { requireMay } from '@jhatpat/shared/domain/accounts/index.ts'
import * as z from 'zod/mini'
import { readInput } from '../http/read-input.ts'
import type { ApiSocket } from './api-socket.ts'
import type { Snapshots } from './snapshots.ts'

const At = z.strictObject({ orderid: z.nullable(clientTxnId()), isHere: z.boolean() })

/**
 * Notes where on the board a socket's page is and tells the others at once. Nothing of it is stored: a page says again
 * where it is, and who fell silent is forgotten by those who look.
 * @returns who else is there, in all processes; nobody to who has been told, so that a silent one is not named anew
 */
export async function standAt(socket: ApiSocket, from: Snapshots, raw: unknown): Promise<BoardPerson[]> {
  const { orderid, isHere } = readInput(At, raw)
  requireMay(await from.callerNow(socket.data.caller.sessionId), 'board.view')
  if (!isHere) {
    leaveBoard(socket)
    return []
  }
  const isRepeat = socket.data.atBoard !== undefined
  socket.data.atBoard = { orderid }
  tell(socket, personOf(socket.id, socket.data))
  return isRepeat ? [] : othersOf(socket)
}

/** Says that a page has left the board, if it was there. */
export function leaveBoard(socket: ApiSocket): void {
  const person = personOf(socket.id, socket.data)
  if (!person) return
  socket.data.atBoard = undefined
  tell(socket, { ...person, isHere: false })
}

function tell(socket: ApiSocket, person: BoardPerson | undefined): void {
  if (person) socket.to(rooms.board()).emit('board.person', person)
}

/** Where another process does not answer, those of this one. */
async function othersOf(socket: ApiSocket): Promise<BoardPerson[]> {
  const inRoom = (all: { in: typeof socket.nsp.in }) => all.in(rooms.board()).fetchSockets()
  const sockets = await inRoom(socket.nsp).catch(() => inRoom(socket.nsp.local))
  return sockets.flatMap(({ id, data }) => (id === socket.id ? [] : (personOf(id, data) ?? [])))
}

type Seen = Pick<ApiSocket['data'], 'caller' | 'atBoard'>

function personOf(id: string, { caller, atBoard }: Seen): BoardPerson | undefined {
  if (!atBoard) return undefined
  return { id, adminId: caller.userId, name: caller.name, orderid: atBoard.orderid, isHere: true }
}
