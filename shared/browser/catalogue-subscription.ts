import type { CatalogueUpdate } from '../contracts/realtime.ts'
import type { LiveSocket, Stop, Subscription } from './live-socket.ts'

/** Subscribes to the catalogue on a socket. Updates are merged and passed on at a random moment. */
export const subscribeCatalogue =
  (follow: (start: (socket: LiveSocket) => Subscription) => Stop) =>
  (apply: (update: CatalogueUpdate) => void, spreadMs: number): Stop =>
    follow((socket) => {
      const { add, cancel } = throttle(apply, spreadMs)
      let isFirst = true
      const pollAgain = () => {
        if (!isFirst) add(anyUpdate)
        isFirst = false
      }
      socket.on('catalogue.updated', add)
      return {
        poll: pollAgain,
        stop: () => {
          cancel()
          socket.off('catalogue.updated', add)
        },
      }
    })

const anyUpdate: CatalogueUpdate = { itemids: [], productids: [] }
const isAny = ({ itemids, productids }: CatalogueUpdate) => itemids.length + productids.length === 0

/** Merges all updates until a random moment and passes them on as one. */
function throttle(apply: (update: CatalogueUpdate) => void, spreadMs: number) {
  let pending: CatalogueUpdate | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    const update = pending ?? anyUpdate
    pending = undefined
    apply(update)
  }
  return {
    add: (update: CatalogueUpdate) => {
      if (!pending) timer = setTimeout(flush, Math.random() * spreadMs)
      pending = merge(pending ?? update, update)
    },
    cancel: () => clearTimeout(timer),
  }
}

function merge(one: CatalogueUpdate, other: CatalogueUpdate): CatalogueUpdate {
  if (isAny(one) || isAny(other)) return anyUpdate
  return {
    itemids: [...one.itemids, ...other.itemids],
    productids: [...one.productids, ...other.productids],
  }
}
