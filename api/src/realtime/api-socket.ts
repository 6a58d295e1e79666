import type { ClientEvents, ServerEvents } from '@jhatpat/shared/contracts/realtime.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Socket } from 'socket.io'

/** A request to watch that is not answered yet; no longer wanted once its page has left. */
export type PendingSubscription = { room: string; isWanted: boolean }

/** A socket that was let in. `bufferedPackets`: packets made for it since its connection last took all there were. */
export type ApiSocket = Socket<
  ClientEvents,
  ServerEvents,
  Record<string, never>,
  {
    caller: Caller
    expiresAt: Date
    bufferedPackets: number
    /** Where its page is on the board; absent while it shows another. */
    boardPresence?: { orderid: string | null } | undefined
    /** How often its page has said where it is. */
    boardTurn?: number
    /** Its requests to watch in one second of this process. */
    asked?: { second: number; requests: number }
    pendingSubscriptions?: Set<PendingSubscription> | undefined
  }
>
