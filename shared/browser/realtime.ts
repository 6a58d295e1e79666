import type { BoardOrder } from '../contracts/admin.ts'
import { bare } from '../contracts/bare-calls.ts'
import type { Call } from '../contracts/http/client.ts'
import type { Order } from '../contracts/orders.ts'
import type { BoardPerson, GoodsNews, ServerEvents, SocketAuth } from '../contracts/realtime.ts'
import type { WalletTransaction } from '../contracts/wallet.ts'
import { connectionAtom, markLost } from './connection.ts'
import { keepAsking } from './keep-asking.ts'
import type { LiveSocket, Stop, Watch } from './live-line.ts'
import { type Store, tokenAtom } from './session.ts'
import { watchGoodsOn } from './watch-goods.ts'

export type { LiveSocket, Stop } from './live-line.ts'

export type ReadAuth = (answer: (auth: SocketAuth) => void) => void
export type ConnectSocket = (auth: ReadAuth) => Promise<LiveSocket>

export type BoardListener = {
  snapshot(orders: BoardOrder[]): void
  changed(order: BoardOrder): void
  gone(gone: Parameters<ServerEvents['board.gone']>[0]): void
}

/** Who else is on the board. `where`: the order that is open here; `ready` gets what says it anew. */
export type PeopleListener = {
  where(): string | null
  all(people: BoardPerson[]): void
  one(person: BoardPerson): void
  ready(announce: () => void): void
}

/**
 * Live news. Each watch gets a snapshot on every (re)connect and every change after it, possibly out of order:
 * whoever shows them drops what is not newer (`newest`). Nothing is loaded before the first watch.
 */
export type Realtime = {
  watchOrder(clientTxnId: string, apply: (order: Order) => void): Stop
  watchTopUp(clientTxnId: string, apply: (transaction: WalletTransaction) => void): Stop
  watchBoard(listener: BoardListener): Stop
  /** Stands on the board for the others, until stopped. */
  watchPeople(listener: PeopleListener): Stop
  /** The signed-in user's wallet: rupees. Only changes, no snapshot: `ask` is called when one may have been missed. */
  watchWallet(apply: (wallet: { balance: number; version: number }) => void, ask: () => void): Stop
  /**
   * The catalogue: what changed, at some moment within `spreadMs`, so that many open pages do not read it again at once;
   * with none named after a break of the line, which may have swallowed news.
   */
  watchGoods(apply: (news: GoodsNews) => void, spreadMs: number): Stop
  /** For a part that brings its own events. */
  follow(start: (socket: LiveSocket) => Watch): Stop
  close(): void
}

/** How live news reach a page: the calls tell whether the session stands when the server closes the socket. */
export type Wire = { call: Call; connect?: ConnectSocket | undefined }

export function createRealtime(store: Store, wire: Wire): Realtime {
  const line = openLine(store, wire)
  return {
    watchOrder: (client_txn_id, apply) =>
      line.follow((socket) => {
        const ask = () =>
          socket.emit('order.watch', { client_txn_id }, (answer) => answer.ok && apply(answer.snapshot))
        const changed = (order: Order) => order.client_txn_id === client_txn_id && apply(order)
        socket.on('order.changed', changed)
        return {
          ask,
          stop: () => {
            socket.off('order.changed', changed)
            if (socket.connected) socket.emit('order.unwatch', { client_txn_id })
          },
        }
      }),
    watchTopUp: (client_txn_id, apply) =>
      line.follow((socket) => {
        const ask = () =>
          socket.emit('topup.watch', { client_txn_id }, (answer) => answer.ok && apply(answer.snapshot))
        const changed = (moved: WalletTransaction) => moved.txnid === client_txn_id && apply(moved)
        socket.on('topup.changed', changed)
        return { ask, stop: () => socket.off('topup.changed', changed) }
      }),
    watchBoard: (listener) =>
      line.follow((socket) => {
        const ask = () =>
          socket.emit('board.watch', {}, (answer) => answer.ok && listener.snapshot(answer.snapshot))
        socket.on('board.changed', listener.changed)
        socket.on('board.gone', listener.gone)
        return {
          ask,
          stop: () => {
            socket.off('board.changed', listener.changed)
            socket.off('board.gone', listener.gone)
          },
        }
      }),
    watchPeople: (listener) =>
      line.follow((socket) => {
        const say = (isHere: boolean) =>
          socket.emit('board.at', { orderid: listener.where(), isHere }, (answer) => {
            if (answer.ok && isHere) listener.all(answer.snapshot)
          })
        const ask = () => say(true)
        socket.on('board.person', listener.one)
        listener.ready(() => socket.connected && ask())
        return {
          ask,
          stop: () => {
            socket.off('board.person', listener.one)
            if (socket.connected) say(false)
          },
        }
      }),
    watchWallet: (apply, ask) =>
      line.follow((socket) => {
        socket.on('wallet.changed', apply)
        return { ask, stop: () => socket.off('wallet.changed', apply) }
      }),
    watchGoods: watchGoodsOn(line.follow),
    ...line,
  }
}

/** One socket for the page, opened by the first watch, and signed in again whenever the session changes. */
function openLine(store: Store, { call, connect = connectSocket }: Wire) {
  let opening: Promise<LiveSocket> | undefined
  const open = () => {
    opening ??= connect((answer) => answer({ token: store.get(tokenAtom) ?? '' })).then(
      (socket) => endWithSession(store, listen(store, socket), call),
      (error) => {
        opening = undefined
        markLost(store)
        throw error
      },
    )
    return opening
  }

  const follow = (start: (socket: LiveSocket) => Watch): Stop => {
    let end: Stop | undefined
    let stopped = false
    open().then(
      (socket) => {
        if (!stopped) end = keepAsking(socket, start(socket))
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
    else markLost(store)
  })
  socket.on('connect_error', () => markLost(store))
  addEventListener('offline', () => markLost(store))
  addEventListener('online', () => {
    if (socket.connected) markLive()
    else if (store.get(tokenAtom)) {
      // One that waits for its next try would not hear of this.
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

/** How long until a socket that the server has closed may come back, in ms; a refused one asks no sooner. */
const comeBackMs = 1_000

/**
 * The server closes a socket when its session is over, and refuses it from then on: so a page hears at once that it is
 * signed out. The call says so for certain, and forgets the session then; otherwise the socket comes back.
 */
function endWithSession(store: Store, socket: LiveSocket, call: Call): LiveSocket {
  const askWhetherSignedIn = async () => {
    if (!store.get(tokenAtom)) return
    await call(bare.validateUser, { body: { requiredRoles: ['user', 'reseller', 'admin'] } }).catch(
      () => undefined,
    )
    await new Promise((done) => setTimeout(done, comeBackMs))
    if (store.get(tokenAtom)) socket.connect()
  }
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') void askWhetherSignedIn()
  })
  socket.on('connect_error', (error) => {
    const { data } = error as { data?: { code?: unknown } }
    if (data?.code === 'not_signed_in' || data?.code === 'session_expired') void askWhetherSignedIn()
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
