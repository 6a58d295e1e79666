import type { BoardOrder } from '../contracts/admin.ts'
import { withoutSchemas } from '../contracts/call-addresses.ts'
import type { Call } from '../contracts/client.ts'
import type { Order } from '../contracts/orders.ts'
import type { BoardPresence, CatalogueUpdate, ServerEvents, SocketAuth } from '../contracts/realtime.ts'
import type { WalletTransaction } from '../contracts/wallet.ts'
import { subscribeCatalogue } from './catalogue-subscription.ts'
import { connectionAtom, markDisconnected } from './connection.ts'
import type { LiveSocket, Stop, Subscription } from './live-socket.ts'
import { type Store, tokenAtom } from './session.ts'

export type { LiveSocket, Stop } from './live-socket.ts'

export type ReadAuth = (answer: (auth: SocketAuth) => void) => void
export type ConnectSocket = (auth: ReadAuth) => Promise<LiveSocket>

export type BoardListener = {
  snapshot(orders: BoardOrder[]): void
  changed(order: BoardOrder): void
  removed(removed: Parameters<ServerEvents['board.order_removed']>[0]): void
}

/**
 * Presence of others on the board. `where`: the order that is open in this page; `ready` gets a function that
 * publishes it again.
 */
export type PresenceListener = {
  orderId(): string | null
  all(people: BoardPresence[]): void
  one(person: BoardPresence): void
  ready(publishPresence: () => void): void
}

/**
 * Live updates. Each subscription gets a snapshot on every (re)connect and every change after it, possibly
 * out of order; subscribers drop what is not newer (`newerOf`). Nothing loads before the first subscription.
 */
export type Realtime = {
  subscribeOrder(clientTxnId: string, apply: (order: Order) => void): Stop
  subscribeTopUp(clientTxnId: string, apply: (transaction: WalletTransaction) => void): Stop
  subscribeBoard(listener: BoardListener): Stop
  /** Shows this admin as present on the board, until stopped. */
  subscribePresence(listener: PresenceListener): Stop
  /**
   * The signed-in user's wallet: rupees. Only changes, no snapshot: `ask` is called when one may have been
   * missed.
   */
  subscribeWallet(apply: (wallet: { balance: number; version: number }) => void, poll: () => void): Stop
  /**
   * The catalogue: what changed, at a random moment within `spreadMs`, so that many open pages do not refetch
   * at once; without ids after a reconnect, because updates may have been missed.
   */
  subscribeCatalogue(apply: (update: CatalogueUpdate) => void, spreadMs: number): Stop
  /** For a module that brings its own events. */
  follow(start: (socket: LiveSocket) => Subscription): Stop
  close(): void
}

/**
 * How live updates reach a page: `call` checks whether the session is still valid when the server closes the
 * socket.
 */
export type RealtimeOptions = { call: Call; connect?: ConnectSocket | undefined }

export function createRealtime(store: Store, options: RealtimeOptions): Realtime {
  const connection = openConnection(store, options)
  return {
    subscribeOrder: (client_txn_id, apply) =>
      connection.follow((socket) => {
        const poll = () =>
          socket.emit('order.subscribe', { client_txn_id }, (answer) => answer.ok && apply(answer.snapshot))
        const changed = (order: Order) => order.client_txn_id === client_txn_id && apply(order)
        socket.on('order.updated', changed)
        return {
          poll,
          stop: () => {
            socket.off('order.updated', changed)
            if (socket.connected) socket.emit('order.unsubscribe', { client_txn_id })
          },
        }
      }),
    subscribeTopUp: (client_txn_id, apply) =>
      connection.follow((socket) => {
        const poll = () =>
          socket.emit('topup.subscribe', { client_txn_id }, (answer) => answer.ok && apply(answer.snapshot))
        const changed = (updated: WalletTransaction) => updated.txnid === client_txn_id && apply(updated)
        socket.on('topup.updated', changed)
        return { poll, stop: () => socket.off('topup.updated', changed) }
      }),
    subscribeBoard: (listener) =>
      connection.follow((socket) => {
        const poll = () =>
          socket.emit('board.subscribe', {}, (answer) => answer.ok && listener.snapshot(answer.snapshot))
        socket.on('board.order_updated', listener.changed)
        socket.on('board.order_removed', listener.removed)
        return {
          poll,
          stop: () => {
            socket.off('board.order_updated', listener.changed)
            socket.off('board.order_removed', listener.removed)
          },
        }
      }),
    subscribePresence: (listener) =>
      connection.follow((socket) => {
        const publish = (isPresent: boolean) =>
          socket.emit('board.set_presence', { orderid: listener.orderId(), isPresent }, (answer) => {
            if (answer.ok && isPresent) listener.all(answer.snapshot)
          })
        const poll = () => publish(true)
        socket.on('board.presence_updated', listener.one)
        listener.ready(() => socket.connected && poll())
        return {
          poll,
          stop: () => {
            socket.off('board.presence_updated', listener.one)
            if (socket.connected) publish(false)
          },
        }
      }),
    subscribeWallet: (apply, poll) =>
      connection.follow((socket) => {
        socket.on('wallet.updated', apply)
        return { poll, stop: () => socket.off('wallet.updated', apply) }
      }),
    subscribeCatalogue: subscribeCatalogue(connection.follow),
    ...connection,
  }
}

/**
 * One socket for the page, opened by the first subscription, and signed in again whenever the session
 * changes.
 */
function openConnection(store: Store, { call, connect = connectSocket }: RealtimeOptions) {
  let opening: Promise<LiveSocket> | undefined
  const open = () => {
    opening ??= connect((answer) => answer({ token: store.get(tokenAtom) ?? '' })).then(
      (socket) => endWithSession(store, listen(store, socket), call),
      (error) => {
        opening = undefined
        markDisconnected(store)
        throw error
      },
    )
    return opening
  }

  const follow = (start: (socket: LiveSocket) => Subscription): Stop => {
    let end: Stop | undefined
    let stopped = false
    open().then(
      (socket) => {
        if (!stopped) end = pollUntilStopped(socket, start(socket))
      },
      () => undefined,
    )
    return () => {
      stopped = true
      end?.()
    }
  }

  const signInAgain = async () => {
    const socket = await opening?.catch(() => undefined)
    socket?.disconnect()
    if (store.get(tokenAtom)) socket?.connect()
  }
  const unsubscribe = store.sub(tokenAtom, signInAgain)

  const close = () => {
    unsubscribe()
    opening?.then((socket) => socket.disconnect()).catch(() => undefined)
    opening = undefined
  }
  return { follow, close }
}

function listen(store: Store, socket: LiveSocket): LiveSocket {
  const markLive = () => store.set(connectionAtom, { state: 'live' })
  socket.on('connect', markLive)
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') store.set(connectionAtom, { state: 'idle' })
    else markDisconnected(store)
  })
  socket.on('connect_error', () => markDisconnected(store))
  addEventListener('offline', () => markDisconnected(store))
  addEventListener('online', () => {
    if (socket.connected) markLive()
    else if (store.get(tokenAtom)) {
      // A socket in its reconnection delay would not notice this.
      socket.disconnect()
      socket.connect()
    }
  })
  if (store.get(tokenAtom)) {
    store.set(connectionAtom, { state: 'connecting' })
    socket.connect()
  }
  return socket
}

/** Delay before a socket that the server has closed or refused reconnects, in ms. */
const reconnectDelayMs = 1_000

/**
 * The server closes a socket when its session ends, and refuses it afterwards, so that a page learns at once
 * that it is signed out. The call confirms that and removes the session; otherwise the socket reconnects.
 */
function endWithSession(store: Store, socket: LiveSocket, call: Call): LiveSocket {
  const checkSession = async () => {
    if (!store.get(tokenAtom)) return
    await call(withoutSchemas.validateUser, { body: { requiredRoles: ['user', 'reseller', 'admin'] } }).catch(
      () => undefined,
    )
    await new Promise((done) => setTimeout(done, reconnectDelayMs))
    if (store.get(tokenAtom)) socket.connect()
  }
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') void checkSession()
  })
  socket.on('connect_error', (error) => {
    const { data } = error as { data?: { code?: unknown } }
    if (data?.code === 'not_signed_in' || data?.code === 'session_expired') void checkSession()
  })
  return socket
}

async function connectSocket(auth: ReadAuth): Promise<LiveSocket> {
  const { io } = await import('socket.io-client')
  return io({
    auth,
    autoConnect: false,
    transports: ['websocket', 'polling'],
    reconnectionDelay: 300,
    reconnectionDelayMax: 2_000,
  })
}

/** Spread in ms within which a page polls again when the server may have failed to publish. */
const missedSpreadMs = 3_000

/**
 * Polls for a snapshot now, on every reconnect, when updates may have been missed, and when the browser
 * reports that it is online or visible again.
 */
export function pollUntilStopped(socket: LiveSocket, subscription: Subscription): Stop {
  const pollIfConnected = () => {
    if (socket.connected && document.visibilityState === 'visible') subscription.poll()
  }
  // Every open page receives this at once; a random delay spreads their polls.
  let soon: ReturnType<typeof setTimeout> | undefined
  const pollSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(pollIfConnected, Math.random() * missedSpreadMs)
  }
  socket.on('connect', subscription.poll)
  socket.on('events.missed', pollSoon)
  addEventListener('online', pollIfConnected)
  document.addEventListener('visibilitychange', pollIfConnected)
  if (socket.connected) subscription.poll()
  return () => {
    socket.off('connect', subscription.poll)
    socket.off('events.missed', pollSoon)
    clearTimeout(soon)
    removeEventListener('online', pollIfConnected)
    document.removeEventListener('visibilitychange', pollIfConnected)
    subscription.stop()
  }
}
