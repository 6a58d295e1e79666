import type { GoodsNews } from '../contracts/realtime.ts'
import type { LiveSocket, Stop, Watch } from './live-line.ts'

/** Watches the catalogue on a line: what came until a moment that is chosen by chance is handed on as one. */
export const watchGoodsOn =
  (follow: (start: (socket: LiveSocket) => Watch) => Stop) =>
  (apply: (news: GoodsNews) => void, spreadMs: number): Stop =>
    follow((socket) => {
      const { add, drop } = gather(apply, spreadMs)
      let isFirst = true
      const ask = () => {
        if (!isFirst) add(anyGoods)
        isFirst = false
      }
      socket.on('catalogue.changed', add)
      return {
        ask,
        stop: () => {
          drop()
          socket.off('catalogue.changed', add)
        },
      }
    })

const anyGoods: GoodsNews = { itemids: [], productids: [] }
const isAny = ({ itemids, productids }: GoodsNews) => itemids.length + productids.length === 0

/** Hands on as one what came until a moment that is chosen by chance. */
function gather(apply: (news: GoodsNews) => void, spreadMs: number) {
  let waiting: GoodsNews | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const hand = () => {
    const news = waiting ?? anyGoods
    waiting = undefined
    apply(news)
  }
  return {
    add: (news: GoodsNews) => {
      if (!waiting) timer = setTimeout(hand, Math.random() * spreadMs)
      waiting = both(waiting ?? news, news)
    },
    drop: () => clearTimeout(timer),
  }
}

function both(one: GoodsNews, other: GoodsNews): GoodsNews {
  if (isAny(one) || isAny(other)) return anyGoods
  return {
    itemids: [...one.itemids, ...other.itemids],
    productids: [...one.productids, ...other.productids],
  }
}
