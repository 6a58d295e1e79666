import { Types } from 'mongoose'
import type { CustomerTicket, UsedPlayer } from '../../../contracts/customers.ts'
import { erasedText } from '../../../contracts/erased-text.ts'
import type { OrderStatus } from '../../../contracts/order-status.ts'
import { customerIndex, playerIndex, ticketsOfIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { ticketView } from '../views/ticket-view.ts'

/** The number of a customer's latest orders that are summed up; only businesses have more. */
const countedOrders = 10_000

/** `hasMore`: there are more orders than these, and only `count` is meaningful. */
type CustomerTotals = {
  count: number
  hasMore: boolean
  refunded: number
  spentPaise: number
  processingPaise: number
}

/** A customer's totals, read from the index alone. */
export async function customerTotals(userId: string, most = countedOrders): Promise<CustomerTotals> {
  const rows = await OrderModel.aggregate<Row>([
    { $match: { userId: new Types.ObjectId(userId) } },
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: most + 1 },
    {
      $group: {
        _id: '$status',
        count: { $sum: 1 },
        paise: { $sum: '$pricePaise' },
        partlyRefundedPaise: { $sum: '$partlyRefundedPaise' },
      },
    },
    { $project: { _id: 0, status: '$_id', count: 1, paise: 1, partlyRefundedPaise: 1 } },
  ]).hint(customerIndex)
  const of = (status: OrderStatus) => rows.find((row) => row.status === status) ?? noOrders
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const { paise, partlyRefundedPaise } = of('Completed')
  return {
    count: Math.min(count, most),
    hasMore: count > most,
    refunded: of('Refunded').count,
    spentPaise: paise - partlyRefundedPaise,
    processingPaise: of('Processing').paise - of('Processing').partlyRefundedPaise,
  }
}

type Row = { status: OrderStatus; count: number; paise: number; partlyRefundedPaise: number }

const noOrders = { count: 0, paise: 0, partlyRefundedPaise: 0 }

/** The number of latest orders that are read, from the index alone. */
const maxOrdersRead = 2_000
/** The most players shown. */
const maxIds = 50
/** The number of a player's latest orders in which other customers are searched. */
const latestOfPlayer = 20

/** A player's use: the sum of a customer's orders for it. */
type Use = Pick<OrderDoc, 'input1' | 'input2'> & {
  productid: string
  orders: number
  lastUsedAt: Date
  lastOrder: string
}

type Key = Pick<OrderDoc, '_id' | 'createdAt' | 'input1' | 'input2'> & { product: { productid: string } }

/**
 * The players that a customer bought for, last used first. `hasMore`: there are older orders or more players.
 */
export async function playersOf(userId: string): Promise<{ ids: UsedPlayer[]; hasMore: boolean }> {
  const keys = await OrderModel.find(
    { userId: new Types.ObjectId(userId) },
    { _id: 1, createdAt: 1, input1: 1, input2: 1, 'product.productid': 1 },
  )
    .sort({ createdAt: -1, _id: -1 })
    .hint(customerIndex)
    .limit(maxOrdersRead + 1)
    .lean<Key[]>()
  const uses = usesOf(keys.slice(0, maxOrdersRead))
  const shown = uses.slice(0, maxIds)
  const [last, others] = await Promise.all([
    lastOrders(shown),
    Promise.all(shown.map((use) => othersOf(userId, use))),
  ])
  return {
    ids: shown.flatMap((use, index) => {
      const order = last.get(use.lastOrder)
      return order ? [playerViewOf(use, order, others[index] ?? [])] : []
    }),
    hasMore: keys.length > maxOrdersRead || uses.length > maxIds,
  }
}

/** In the order of the last use, which is that of the keys. */
function usesOf(keys: readonly Key[]): Use[] {
  const uses = new Map<string, Use>()
  for (const { _id, createdAt, input1, input2, product } of keys) {
    // Cleared orders of all customers would be one player.
    if (input1 === erasedText) continue
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
    .limit(latestOfPlayer)
    .lean<Pick<OrderDoc, 'userId' | 'input2' | 'product' | 'customer'>[]>()
  const others = new Map<string, UsedPlayer['others'][number]>()
  for (const order of latest) {
    const _id = String(order.userId)
    // The same id in another game is another player.
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
    productid,
    productname,
    imgpath,
    input1,
    input2,
    username: playerName,
    orders,
    others,
    lastUsedAt: lastUsedAt.toISOString(),
    lastOrder,
  }
}

const maxTickets = 100

type Read = Pick<OrderDoc, '_id' | 'item' | 'status' | 'ticket' | 'givenUpAt' | 'staffActions'>

/** A customer's tickets, latest first. */
export async function customerTickets(userId: string): Promise<CustomerTicket[]> {
  const orders = await OrderModel.find(
    { userId: new Types.ObjectId(userId), 'ticket.openedAt': { $type: 'date' } },
    { 'item.name': 1, status: 1, ticket: 1, givenUpAt: 1, staffActions: 1 },
  )
    .sort({ 'ticket.openedAt': -1 })
    .hint(ticketsOfIndex)
    .limit(maxTickets)
    .lean<Read[]>()
  return orders.flatMap(ticketViewOf)
}

function ticketViewOf({ _id, item, status, ticket, givenUpAt, staffActions }: Read): CustomerTicket[] {
  if (!ticket) return []
  const {
    resolution,
    messages: _said,
    replies: _more,
    ...said
  } = ticketView(ticket, { status, ticket, givenUpAt })
  // The staff action was written with the resolution, at the same time.
  const by =
    ticket.resolution && staffActions.findLast(({ at }) => at.getTime() === ticket.resolution?.at.getTime())
  return [
    {
      orderid: _id,
      itemname: item.name,
      orderStatus: status,
      ...said,
      resolution: resolution ? { ...resolution, by: by?.name ?? '' } : null,
    },
  ]
}
