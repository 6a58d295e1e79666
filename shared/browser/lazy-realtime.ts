import { markDisconnected } from './connection.ts'
import type { Realtime, RealtimeOptions, Stop } from './realtime.ts'
import type { Store } from './session.ts'

/** A `Realtime` whose code loads at the first subscription, because the initial render needs none of it. */
export function createLazyRealtime(store: Store, options: RealtimeOptions): Realtime {
  let loading: Promise<Realtime> | undefined
  const load = () => {
    loading ??= import('./realtime.ts').then(
      ({ createRealtime }) => createRealtime(store, options),
      (error) => {
        loading = undefined
        markDisconnected(store)
        throw error
      },
    )
    return loading
  }
  const subscribe = (start: (realtime: Realtime) => Stop): Stop => {
    let end: Stop | undefined
    let stopped = false
    load().then(
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
    subscribeWallet: (apply, poll) => subscribe((realtime) => realtime.subscribeWallet(apply, poll)),
    subscribeCatalogue: (apply, spreadMs) =>
      subscribe((realtime) => realtime.subscribeCatalogue(apply, spreadMs)),
    follow: (start) => subscribe((realtime) => realtime.follow(start)),
    close: () => {
      loading?.then((realtime) => realtime.close()).catch(() => undefined)
      loading = undefined
    },
  }
}
