import type { BoardOrder } from './admin.ts'
import type { SupplierName } from './api-types.ts'
import type { Order } from './orders.ts'
import type { WalletTransaction } from './wallet.ts'

/** Reply to a subscription: a snapshot, or an error code. */
export type SubscribeReply<T> = { ok: true; snapshot: T } | { ok: false; code: string; message: string }

/** What a browser sends over the socket. Every request is acknowledged with a snapshot. */
export type ClientEvents = {
  'order.subscribe': (
    request: { client_txn_id: string },
    reply: (answer: SubscribeReply<Order>) => void,
  ) => void
  'order.unsubscribe': (request: { client_txn_id: string }) => void
  'topup.subscribe': (
    request: { client_txn_id: string },
    reply: (answer: SubscribeReply<WalletTransaction>) => void,
  ) => void
  'board.subscribe': (
    request: Record<string, never>,
    reply: (answer: SubscribeReply<BoardOrder[]>) => void,
  ) => void
  /** The data comes from GET /admin/suppliers. */
  'suppliers.subscribe': (
    request: Record<string, never>,
    reply: (answer: SubscribeReply<null>) => void,
  ) => void
  /** The data comes from GET /admin/tickets and its counts. */
  'tickets.subscribe': (request: Record<string, never>, reply: (answer: SubscribeReply<null>) => void) => void
  /**
   * Publishes which order this page shows; repeated while it is open (`presencePingMs`). Replies
   * with the other people present.
   */
  'board.set_presence': (
    request: { orderid: string | null; isPresent: boolean },
    reply: (answer: SubscribeReply<BoardPresence[]>) => void,
  ) => void
}

/** A page that shows the board, and the order that is open in it. One admin may have several. */
export type BoardPresence = {
  /** Identifies the page, not the admin. */
  id: string
  adminId: string
  name: string
  orderid: string | null
  /** False: it has just left. */
  isPresent: boolean
}

/** How often a page repeats its presence, in ms. */
export const presencePingMs = 20_000
/**
 * A page in the background sends once a minute; after this long without a ping it has left. In ms.
 */
export const presenceTimeoutMs = 3.5 * presencePingMs

/** What changed in the catalogue; with none named, anything may have changed. */
export type CatalogueUpdate = { itemids: readonly number[]; productids: readonly string[] }

/**
 * What the server sends. Each event carries the complete new view with its `revision`; a client
 * drops what is not newer than what it shows. `board.order_removed`: an order has left the board.
 */
export type ServerEvents = {
  'order.updated': (order: Order) => void
  'topup.updated': (transaction: WalletTransaction) => void
  'wallet.updated': (wallet: { balance: number; version: number }) => void
  'board.order_updated': (order: BoardOrder) => void
  'board.presence_updated': (person: BoardPresence) => void
  /**
   * Items or products have changed: by number and id, or, with none named, any. Clients refetch
   * them.
   */
  'catalogue.updated': (update: CatalogueUpdate) => void
  /** An incident started, changed or ended: clients refetch it. */
  'incidents.updated': (nothing: Record<string, never>) => void
  /** Data of this account changed: clients refetch it. */
  'supplier.updated': (what: { account: SupplierName }) => void
  /** A ticket, its messages or its assignee changed: clients refetch the queue. */
  'ticket.updated': (what: { orderid: string; revision: number }) => void
  /** Sent to the requester: another admin has decided the request. */
  'approval.decided': (decision: ApprovalDecision) => void
  'board.order_removed': (gone: { orderid: string; revision: number; status: string; by: string }) => void
  /** Events may have been lost, about anything: clients refetch what they show. */
  'events.missed': (nothing: Record<string, never>) => void
}

/** How an approval request was decided. `name`: the account concerned; `amount` in rupees, 0 without money. */
export type ApprovalDecision = {
  id: string
  kind: 'balance' | 'staff_role' | 'owner' | 'refund' | 'erasure'
  state: 'approved' | 'rejected'
  by: string
  reason: string
  name: string
  amount: number
}

/** Sent in the handshake's `auth`. */
export type SocketAuth = { token: string }

export const rooms = {
  order: (orderId: string) => `order:${orderId}`,
  topUp: (txnId: string) => `topup:${txnId}`,
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  board: () => 'board',
  /** Every open socket: the catalogue is public. */
  catalogue: () => 'catalogue',
  suppliers: () => 'suppliers',
  tickets: () => 'tickets',
} as const
