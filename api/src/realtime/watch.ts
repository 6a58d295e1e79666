import { clientTxnId } from '@jhatpat/shared/contracts/fields.ts'
import type { Permission } from '@jhatpat/shared/contracts/permissions.ts'
import { rooms, type WatchReply } from '@jhatpat/shared/contracts/realtime.ts'
import { type Caller, requireMay } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import * as z from 'zod/mini'
import { asAppError } from '../http/errors.ts'
import { readInput } from '../http/read-input.ts'
import type { ApiSocket } from './api-socket.ts'
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

/** A request to watch that is not answered yet; no longer wanted once its page has left. */
type UnderWay = { room: string; isWanted: boolean }

/** Answers a socket's requests to watch something. What it sends is untrusted, whatever the types say. */
export function handleWatches(socket: ApiSocket, { from, deps }: Served): void {
  const guard = createGuard()
  const underWay = createUnderWay()
  const watch = <Request, View>(
    schema: z.ZodMiniType<Request>,
    { roomOf, look, may = look }: Watchable<Request, View>,
  ) => {
    return async (raw: unknown, reply: unknown) => {
      if (typeof reply !== 'function') return
      reply(
        await answer(deps.log, async () => {
          guard.count()
          const request = readInput(schema, raw)
          return underWay.during(roomOf(request), async (one) => {
            const caller = await from.callerNow(socket.data.caller.sessionId)
            await join(socket, one, () => may(request, caller))
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

  socket.on(
    'order.watch',
    watch(One, {
      roomOf: (request) => rooms.order(request.client_txn_id),
      look: (request, caller) => from.order(caller, request.client_txn_id),
    }),
  )
  socket.on(
    'topup.watch',
    watch(One, {
      roomOf: (request) => rooms.topUp(request.client_txn_id),
      look: (request, caller) => from.topUp(caller, request.client_txn_id),
    }),
  )
  socket.on(
    'board.watch',
    watch(All, {
      roomOf: rooms.board,
      look: (_request, caller) => from.board(caller),
      may: office('board.view'),
    }),
  )
  socket.on('suppliers.watch', hints(rooms.suppliers, 'suppliers.view'))
  socket.on('tickets.watch', hints(rooms.tickets, 'tickets'))
  handleBoard(socket, { from, deps }, guard)
  socket.on('order.unwatch', async (raw: unknown) => {
    const request = One.safeParse(raw)
    if (!request.success) return
    const room = rooms.order(request.data.client_txn_id)
    underWay.leave(room)
    await socket.leave(room)
  })
}

function handleBoard(socket: ApiSocket, { from, deps }: Served, guard: Guard): void {
  socket.on('board.at', async (raw: unknown, reply: unknown) => {
    if (typeof reply !== 'function') return
    reply(
      await answer(deps.log, () => {
        guard.count()
        return standAt(socket, { from, deps }, raw)
      }),
    )
  })
  socket.on('disconnect', () => leaveBoard(socket, deps))
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

type Guard = ReturnType<typeof createGuard>

function createGuard() {
  let second = 0
  let requests = 0
  return {
    count: () => {
      const now = Math.floor(performance.now() / 1_000)
      if (now !== second) [second, requests] = [now, 0]
      requests += 1
      if (requests > maxPerSecond) throw new AppError('too_many_requests')
    },
  }
}

function createUnderWay() {
  const all = new Set<UnderWay>()
  return {
    during: async <T>(room: string, work: (one: Readonly<UnderWay>) => Promise<T>): Promise<T> => {
      const one = { room, isWanted: true }
      all.add(one)
      try {
        return await work(one)
      } finally {
        all.delete(one)
      }
    },
    leave: (room: string): void => {
      for (const one of all) if (one.room === room) one.isWanted = false
    },
  }
}
