import { markLost } from './connection.ts'
import type { Realtime, Stop, Wire } from './realtime.ts'
import type { Store } from './session.ts'

/** The same live news, whose code arrives with the first watch: nothing of it is needed for the first paint. */
export function createLazyRealtime(store: Store, wire: Wire): Realtime {
  let arriving: Promise<Realtime> | undefined
  const arrive = () => {
    arriving ??= import('./realtime.ts').then(
      ({ createRealtime }) => createRealtime(store, wire),
      (error) => {
        arriving = undefined
        markLost(store)
        throw error
      },
    )
    return arriving
  }
  const watch = (start: (realtime: Realtime) => Stop): Stop => {
    let end: Stop | undefined
    let stopped = false
    arrive().then(
      (realtime) => {
        if (!stopped) end = start(realtime)
      },
      () => undefined,
    )
    return () => {
      stopped = true
      end?.()
    }
  }
  return {
    watchOrder: (id, apply) => watch((realtime) => realtime.watchOrder(id, apply)),
    watchTopUp: (id, apply) => watch((realtime) => realtime.watchTopUp(id, apply)),
    watchBoard: (listener) => watch((realtime) => realtime.watchBoard(listener)),
    watchPeople: (listener) => watch((realtime) => realtime.watchPeople(listener)),
    watchWallet: (apply, ask) => watch((realtime) => realtime.watchWallet(apply, ask)),
    watchGoods: (apply, spreadMs) => watch((realtime) => realtime.watchGoods(apply, spreadMs)),
    follow: (start) => watch((realtime) => realtime.follow(start)),
    close: () => {
      arriving?.then((realtime) => realtime.close()).catch(() => undefined)
      arriving = undefined
    },
  }
}
