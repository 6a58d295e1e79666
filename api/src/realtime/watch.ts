import { clientTxnId } from '@jhatpat/shared/contracts/fields.ts'
import type { Permission } from '@jhatpat/shared/contracts/permissions.ts'
import { rooms, type WatchReply } from '@jhatpat/shared/contracts/realtime.ts'
import { type Caller, requireMay } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import * as z from 'zod/mini'
import { asAppError } from '../http/errors.ts'
import { readInput } from '../http/read-input.ts'
import type { ApiSocket, UnderWay } from './api-socket.ts'
import { leaveBoard, type Served, standAt } from './board-people.ts'

/** So many things at once may one socket watch, and so many requests may it send in a second. */
const maxWatched = 50
const maxPerSecond = 20

const One = z.strictObject({ client_txn_id: clientTxnId() })
const All = z.strictObject({})

type Watchable<Request, View> = {
  roomOf(request: Request): string
  /** The snapshot; refuses what is not the caller's. */
  look(request: Request, caller: Caller): Promise<View>
  /** Whether the caller may watch, where that is cheaper to say than by looking. */
  may?(request: Request, caller: Caller): Promise<unknown>
}

/**
 * What answers a socket's requests to watch something. What it sends is untrusted, whatever the types say. The listeners
 * are the same for all sockets: what each had of its own would be held ten thousand times.
 */
export function createWatches({ from, deps }: Served): (socket: ApiSocket) => void {
  const watch = <Request, View>(
    schema: z.ZodMiniType<Request>,
    { roomOf, look, may = look }: Watchable<Request, View>,
  ) => {
    return async function (this: ApiSocket, raw: unknown, reply: unknown) {
      if (typeof reply !== 'function') return
      reply(
        await answer(deps.log, async () => {
          countAsking(this)
          const request = readInput(schema, raw)
          return during(this, roomOf(request), async (one) => {
            const caller = await from.callerNow(this.data.caller.sessionId)
            await join(this, one, () => may(request, caller))
            await deps.rooms.listening(one.room)
            return look(request, caller)
          })
        }),
      )
    }
  }

  /** What there is to see is asked for by a call. */
  const hints = (roomOf: () => string, permission: Permission) =>
    watch(All, { roomOf, look: async () => null, may: office(permission) })

  const watchOrder = watch(One, {
    roomOf: (request) => rooms.order(request.client_txn_id),
    look: (request, caller) => from.order(caller, request.client_txn_id),
  })
  const watchTopUp = watch(One, {
    roomOf: (request) => rooms.topUp(request.client_txn_id),
    look: (request, caller) => from.topUp(caller, request.client_txn_id),
  })
  const watchBoard = watch(All, {
    roomOf: rooms.board,
    look: (_request, caller) => from.board(caller),
    may: office('board.view'),
  })
  const watchSuppliers = hints(rooms.suppliers, 'suppliers.view')
  const watchTickets = hints(rooms.tickets, 'tickets')
  const board = boardListeners({ from, deps })
  return (socket) => {
    socket.on('order.watch', watchOrder)
    socket.on('topup.watch', watchTopUp)
    socket.on('board.watch', watchBoard)
    socket.on('suppliers.watch', watchSuppliers)
    socket.on('tickets.watch', watchTickets)
    socket.on('order.unwatch', unwatchOrder)
    socket.on('board.at', board.stand)
    socket.on('disconnect', board.leave)
  }
}

async function unwatchOrder(this: ApiSocket, raw: unknown): Promise<void> {
  const request = One.safeParse(raw)
  if (!request.success) return
  const room = rooms.order(request.data.client_txn_id)
  for (const one of this.data.underWay ?? []) if (one.room === room) one.isWanted = false
  await this.leave(room)
}

function boardListeners({ from, deps }: Served) {
  return {
    async stand(this: ApiSocket, raw: unknown, reply: unknown) {
      if (typeof reply !== 'function') return
      reply(
        await answer(deps.log, () => {
          countAsking(this)
          return standAt(this, { from, deps }, raw)
        }),
      )
    },
    leave(this: ApiSocket) {
      leaveBoard(this, deps)
    },
  }
}

const office = (permission: Permission) => async (_request: unknown, caller: Caller) => {
  requireMay(caller, permission)
}

/** Joined, and heard of by Redis, before the caller's snapshot is taken: no change falls between the two. */
async function join(socket: ApiSocket, one: Readonly<UnderWay>, may: () => Promise<unknown>): Promise<void> {
  if (socket.rooms.has(one.room)) return
  if (socket.rooms.size >= maxWatched + ownRooms) throw new AppError('too_many_requests')
  await may()
  if (one.isWanted && socket.connected) await socket.join(one.room)
}

/** Every socket is in its own room, its user's, its session's and the catalogue's. */
const ownRooms = 4

async function answer<View>(log: Logger, work: () => Promise<View>): Promise<WatchReply<View>> {
  try {
    return { ok: true, snapshot: await work() }
  } catch (error) {
    const refusal = asAppError(error)
    if (refusal.status >= 500) log.error({ err: error }, 'watch request failed')
    return { ok: false, code: refusal.code, message: refusal.message }
  }
}

function countAsking({ data }: ApiSocket): void {
  const now = Math.floor(performance.now() / 1_000)
  if (data.asked?.second !== now) data.asked = { second: now, requests: 0 }
  data.asked.requests += 1
  if (data.asked.requests > maxPerSecond) throw new AppError('too_many_requests')
}

async function during<T>(
  { data }: ApiSocket,
  room: string,
  work: (one: Readonly<UnderWay>) => Promise<T>,
): Promise<T> {
  const one = { room, isWanted: true }
  const all = data.underWay ?? new Set()
  data.underWay = all.add(one)
  try {
    return await work(one)
  } finally {
    all.delete(one)
    if (all.size === 0) data.underWay = undefined
  }
}
