import { clientTxnId } from '@jhatpat/shared/contracts/fields.ts'
import type { Permission } from '@jhatpat/shared/contracts/permissions.ts'
import { rooms, type SubscribeReply } from '@jhatpat/shared/contracts/realtime.ts'
import { type Caller, requirePermission } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import * as z from 'zod/mini'
import { asAppError } from '../http/errors.ts'
import { readInput } from '../http/read-input.ts'
import type { ApiSocket, PendingSubscription } from './api-socket.ts'
import { clearPresence, type PresenceDeps, setPresence } from './board-presence.ts'

/** Maximal subscriptions of one socket, and requests per second. */
const maxSubscriptions = 50
const maxPerSecond = 20

const OrderRequest = z.strictObject({ client_txn_id: clientTxnId() })
const EmptyRequest = z.strictObject({})

type Subscribable<Request, View> = {
  roomOf(request: Request): string
  /** The snapshot; rejects a resource of another user. */
  view(request: Request, caller: Caller): Promise<View>
  /** Whether the caller may subscribe, where that is cheaper than the snapshot. */
  authorize?(request: Request, caller: Caller): Promise<unknown>
}

/**
 * Handles a socket's subscription requests. Their content is untrusted, whatever the types say. All
 * sockets share the same listeners: separate ones would be held ten thousand times.
 */
export function createSubscriptions({ from, deps }: PresenceDeps): (socket: ApiSocket) => void {
  const createListener = <Request, View>(
    schema: z.ZodMiniType<Request>,
    { roomOf, view, authorize = view }: Subscribable<Request, View>,
  ) => {
    return async function (this: ApiSocket, raw: unknown, reply: unknown) {
      if (typeof reply !== 'function') return
      reply(
        await replyOf(deps.log, async () => {
          countRequest(this)
          const request = readInput(schema, raw)
          return withPending(this, roomOf(request), async (one) => {
            const caller = await from.callerNow(this.data.caller.sessionId)
            await join(this, one, () => authorize(request, caller))
            await deps.rooms.subscribed(one.room)
            return view(request, caller)
          })
        }),
      )
    }
  }

  /** The data itself comes from a call. */
  const createSignal = (roomOf: () => string, permission: Permission) =>
    createListener(EmptyRequest, {
      roomOf,
      view: async () => null,
      authorize: requiresPermission(permission),
    })

  const subscribeOrder = createListener(OrderRequest, {
    roomOf: (request) => rooms.order(request.client_txn_id),
    view: (request, caller) => from.order(caller, request.client_txn_id),
  })
  const subscribeTopUp = createListener(OrderRequest, {
    roomOf: (request) => rooms.topUp(request.client_txn_id),
    view: (request, caller) => from.topUp(caller, request.client_txn_id),
  })
  const subscribeBoard = createListener(EmptyRequest, {
    roomOf: rooms.board,
    view: (_request, caller) => from.board(caller),
    authorize: requiresPermission('board.view'),
  })
  const subscribeSuppliers = createSignal(rooms.suppliers, 'suppliers.view')
  const subscribeTickets = createSignal(rooms.tickets, 'tickets.manage')
  const board = boardListeners({ from, deps })
  return (socket) => {
    socket.on('order.subscribe', subscribeOrder)
    socket.on('topup.subscribe', subscribeTopUp)
    socket.on('board.subscribe', subscribeBoard)
    socket.on('suppliers.subscribe', subscribeSuppliers)
    socket.on('tickets.subscribe', subscribeTickets)
    socket.on('order.unsubscribe', unsubscribeOrder)
    socket.on('board.set_presence', board.setPresence)
    socket.on('disconnect', board.leave)
  }
}

async function unsubscribeOrder(this: ApiSocket, raw: unknown): Promise<void> {
  const request = OrderRequest.safeParse(raw)
  if (!request.success) return
  const room = rooms.order(request.data.client_txn_id)
  for (const one of this.data.pendingSubscriptions ?? []) if (one.room === room) one.isWanted = false
  await this.leave(room)
}

function boardListeners({ from, deps }: PresenceDeps) {
  return {
    async setPresence(this: ApiSocket, raw: unknown, reply: unknown) {
      if (typeof reply !== 'function') return
      reply(
        await replyOf(deps.log, () => {
          countRequest(this)
          return setPresence(this, { from, deps }, raw)
        }),
      )
    },
    leave(this: ApiSocket) {
      clearPresence(this, deps)
    },
  }
}

const requiresPermission = (permission: Permission) => async (_request: unknown, caller: Caller) => {
  requirePermission(caller, permission)
}

/**
 * Joined, and subscribed in Redis, before the caller's snapshot is read, so that no change falls
 * between the two.
 */
async function join(
  socket: ApiSocket,
  one: Readonly<PendingSubscription>,
  authorize: () => Promise<unknown>,
): Promise<void> {
  if (socket.rooms.has(one.room)) return
  if (socket.rooms.size >= maxSubscriptions + ownRooms) throw new AppError('too_many_requests')
  await authorize()
  if (one.isWanted && socket.connected) await socket.join(one.room)
}

/** Every socket is in its own room, its user's, its session's and the catalogue's. */
const ownRooms = 4

async function replyOf<View>(log: Logger, work: () => Promise<View>): Promise<SubscribeReply<View>> {
  try {
    return { ok: true, snapshot: await work() }
  } catch (error) {
    const refusal = asAppError(error)
    if (refusal.status >= 500) log.error({ err: error }, 'subscribe request failed')
    return { ok: false, code: refusal.code, message: refusal.message }
  }
}

function countRequest({ data }: ApiSocket): void {
  const now = Math.floor(performance.now() / 1_000)
  if (data.requestCount?.second !== now) data.requestCount = { second: now, requests: 0 }
  data.requestCount.requests += 1
  if (data.requestCount.requests > maxPerSecond) throw new AppError('too_many_requests')
}

async function withPending<T>(
  { data }: ApiSocket,
  room: string,
  work: (one: Readonly<PendingSubscription>) => Promise<T>,
): Promise<T> {
  const one = { room, isWanted: true }
  const all = data.pendingSubscriptions ?? new Set()
  data.pendingSubscriptions = all.add(one)
  try {
    return await work(one)
  } finally {
    all.delete(one)
    if (all.size === 0) data.pendingSubscriptions = undefined
  }
}
