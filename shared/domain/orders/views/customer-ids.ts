import { Types } from 'mongoose'
import type { UsedPlayer } from '../../../contracts/customers.ts'
import { customerIndex, playerIndex } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

/** So many of the latest orders are looked through, from the keys of an index. */
const lookedThrough = 2_000
/** So many ids are shown. */
const maxIds = 50
/** Among so many of the latest orders for an id other customers are looked for. */
const latestOfId = 20

/** Every order adds to the id that it was for. */
type Use = Pick<OrderDoc, 'input1' | 'input2'> & {
  productid: string
  orders: number
  lastUsedAt: Date
  lastOrder: string
}

type Key = Pick<OrderDoc, '_id' | 'createdAt' | 'input1' | 'input2'> & { product: { productid: string } }

/** Whom a customer bought for, the last used first. `hasMore`: they have older orders, or more ids, than these. */
export async function playersOf(userId: string): Promise<{ ids: UsedPlayer[]; hasMore: boolean }> {
  const keys = await OrderModel.find(
    { userId: new Types.ObjectId(userId) },
    { _id: 1, createdAt: 1, input1: 1, input2: 1, 'product.productid': 1 },
  )
    .sort({ createdAt: -1, _id: -1 })
    .hint(customerIndex)
    .limit(lookedThrough + 1)
    .lean<Key[]>()
  const uses = usesOf(keys.slice(0, lookedThrough))
  const shown = uses.slice(0, maxIds)
  const [last, others] = await Promise.all([
    lastOrders(shown),
    Promise.all(shown.map((use) => othersOf(userId, use))),
  ])
  return {
    ids: shown.flatMap((use, place) => {
      const order = last.get(use.lastOrder)
      return order ? [playerViewOf(use, order, others[place] ?? [])] : []
    }),
    hasMore: keys.length > lookedThrough || uses.length > maxIds,
  }
}

/** In the order of their last use, which is that of the keys. */
function usesOf(keys: readonly Key[]): Use[] {
  const uses = new Map<string, Use>()
  for (const { _id, createdAt, input1, input2, product } of keys) {
    const { productid } = product
    const id = JSON.stringify([productid, input1, input2])
    const use = uses.get(id)
    if (use) use.orders += 1
    else uses.set(id, { productid, orders: 1, lastUsedAt: createdAt, lastOrder: _id, input1, input2 })
  }
  return [...uses.values()]
}

type Last = Pick<OrderDoc, '_id' | 'product' | 'playerName'>

async function lastOrders(uses: readonly Use[]): Promise<Map<string, Last>> {
  const orders = await OrderModel.find(
    { _id: { $in: uses.map(({ lastOrder }) => lastOrder) } },
    { 'product.productid': 1, 'product.name': 1, 'product.imgpath': 1, playerName: 1 },
  ).lean<Last[]>()
  return new Map(orders.map((order) => [order._id, order]))
}

async function othersOf(userId: string, use: Use): Promise<UsedPlayer['others']> {
  const { input1, input2, productid } = use
  const fields = { userId: 1, input2: 1, 'product.productid': 1, 'customer.name': 1 } as const
  const latest = await OrderModel.find({ input1 }, fields)
    .sort({ createdAt: -1, _id: -1 })
    .hint(playerIndex)
    .limit(latestOfId)
    .lean<Pick<OrderDoc, 'userId' | 'input2' | 'product' | 'customer'>[]>()
  const others = new Map<string, UsedPlayer['others'][number]>()
  for (const order of latest) {
    const _id = String(order.userId)
    // The same number at another game is another player.
    const isSame = order.input2 === input2 && order.product.productid === productid
    if (_id === userId || !isSame) continue
    const { name } = order.customer
    others.set(_id, { _id, name, orders: (others.get(_id)?.orders ?? 0) + 1 })
  }
  return [...others.values()]
}

function playerViewOf(
  { orders, lastUsedAt, lastOrder, input1, input2 }: Use,
  { product, playerName }: Last,
  others: UsedPlayer['others'],
): UsedPlayer {
  const { productid, name: productname, imgpath } = product
  return {
    ...{ productid, productname, imgpath, input1, input2, username: playerName, orders, others },
    ...{ lastUsedAt: lastUsedAt.toISOString(), lastOrder },
  }
}
