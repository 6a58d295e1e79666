import type { BoardOrder } from './admin.ts'
import type { SupplierName } from './api-types.ts'
import type { Order } from './orders.ts'
import type { WalletTransaction } from './wallet.ts'

/** Answer to a request to watch something: a snapshot of it now, or why not (an error code). */
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
  /** What there is to see is asked for by GET /admin/suppliers. */
  'suppliers.subscribe': (
    request: Record<string, never>,
    reply: (answer: SubscribeReply<null>) => void,
  ) => void
  /** What there is to see is asked for by GET /admin/tickets and its counts. */
  'tickets.subscribe': (request: Record<string, never>, reply: (answer: SubscribeReply<null>) => void) => void
  /** Where on the board this page is; asked again while it stays (`presencePingMs`). Answers with who else is there. */
  'board.set_presence': (
    request: { orderid: string | null; isPresent: boolean },
    reply: (answer: SubscribeReply<BoardPresence[]>) => void,
  ) => void
}

/** A page that shows the board, and the order that is open in it. One admin may have several. */
export type BoardPresence = {
  /** Names the page, not the admin. */
  id: string
  adminId: string
  name: string
  orderid: string | null
  /** False: it has just gone. */
  isPresent: boolean
}

/** A page says again so often where it is, in ms. */
export const presencePingMs = 20_000
/** A page in the background speaks once a minute; who said nothing for longer has gone without a word. In ms. */
export const presenceTimeoutMs = 3.5 * presencePingMs

/** What of the catalogue is no longer what it was; with none named, any of it may be. */
export type CatalogueUpdate = { itemids: readonly number[]; productids: readonly string[] }

/**
 * What the server sends. Each carries the whole new view with its `revision`; a client drops what is not newer
 * than what it shows. `board.order_removed` says an order has left the board.
 */
export type ServerEvents = {
  'order.updated': (order: Order) => void
  'topup.updated': (transaction: WalletTransaction) => void
  'wallet.updated': (wallet: { balance: number; version: number }) => void
  'board.order_updated': (order: BoardOrder) => void
  'board.presence_updated': (person: BoardPresence) => void
  /** Items or products are no longer what they were: by number and id, or, with none named, any. Read them again. */
  'catalogue.updated': (goods: CatalogueUpdate) => void
  /** An incident began, was changed or is over: ask for what you show of it. */
  'incidents.updated': (nothing: Record<string, never>) => void
  /** Something of this account is new: ask for it. */
  'supplier.updated': (what: { account: SupplierName }) => void
  /** A report, its conversation or who has it is new: ask for the queue. */
  'ticket.updated': (what: { orderid: string; revision: number }) => void
  'board.order_removed': (gone: { orderid: string; revision: number; status: string; by: string }) => void
  /** Events may have been lost, of anything: read again what is shown. */
  'events.missed': (nothing: Record<string, never>) => void
}

/** Sent in the handshake's `auth`. */
export type SocketAuth = { token: string }

export const rooms = {
  order: (orderId: string) => `order:${orderId}`,
  topUp: (txnId: string) => `topup:${txnId}`,
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  board: () => 'board',
  /** Every open socket: the catalogue is for everybody. */
  catalogue: () => 'catalogue',
  suppliers: () => 'suppliers',
  tickets: () => 'tickets',
} as const
