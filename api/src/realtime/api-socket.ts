import type { ClientEvents, ServerEvents } from '@jhatpat/shared/contracts/realtime.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Socket } from 'socket.io'

/** A subscription without a reply yet; no longer wanted after an unsubscribe. */
export type PendingSubscription = { room: string; isWanted: boolean }

/**
 * A socket with a session. `bufferedPackets`: packets created since its connection last drained.
 */
export type ApiSocket = Socket<
  ClientEvents,
  ServerEvents,
  Record<string, never>,
  {
    caller: Caller
    expiresAt: Date
    bufferedPackets: number
    /** Its page's presence on the board; absent on other pages. */
    boardPresence?: { orderid: string | null } | undefined
    /** How often its page has sent its presence. */
    presenceSeq?: number
    /** Its requests within one second of this process. */
    requestCount?: { second: number; requests: number }
    pendingSubscriptions?: Set<PendingSubscription> | undefined
  }
>
