import { markDisconnected } from './connection.ts'
import type { Realtime, Stop, Wire } from './realtime.ts'
import type { Store } from './session.ts'

/** A `Realtime` whose code loads at the first subscription, because the initial render needs none of it. */
export function createLazyRealtime(store: Store, wire: Wire): Realtime {
  let arriving: Promise<Realtime> | undefined
  const arrive = () => {
    arriving ??= import('./realtime.ts').then(
      ({ createRealtime }) => createRealtime(store, wire),
      (error) => {
        arriving = undefined
        markDisconnected(store)
        throw error
      },
    )
    return arriving
  }
  const subscribe = (start: (realtime: Realtime) => Stop): Stop => {
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
    subscribeOrder: (id, apply) => subscribe((realtime) => realtime.subscribeOrder(id, apply)),
    subscribeTopUp: (id, apply) => subscribe((realtime) => realtime.subscribeTopUp(id, apply)),
    subscribeBoard: (listener) => subscribe((realtime) => realtime.subscribeBoard(listener)),
    subscribePresence: (listener) => subscribe((realtime) => realtime.subscribePresence(listener)),
    subscribeWallet: (apply, ask) => subscribe((realtime) => realtime.subscribeWallet(apply, ask)),
    subscribeCatalogue: (apply, spreadMs) =>
      subscribe((realtime) => realtime.subscribeCatalogue(apply, spreadMs)),
    follow: (start) => subscribe((realtime) => realtime.follow(start)),
    close: () => {
      arriving?.then((realtime) => realtime.close()).catch(() => undefined)
      arriving = undefined
    },
  }
}
