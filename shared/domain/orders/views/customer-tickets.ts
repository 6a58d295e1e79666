import { Types } from 'mongoose'
import type { CustomerTicket } from '../../../contracts/customers.ts'
import { ticketsOfIndex } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { ticketView } from '../ticket/ticket-view.ts'

const most = 100

type Read = Pick<OrderDoc, '_id' | 'item' | 'status' | 'ticket' | 'givenUpAt' | 'staffActions'>

/** What a customer reported as not received, the latest first. */
export async function customerTickets(userId: string): Promise<CustomerTicket[]> {
  const orders = await OrderModel.find(
    { userId: new Types.ObjectId(userId), 'ticket.openedAt': { $type: 'date' } },
    { 'item.name': 1, status: 1, ticket: 1, givenUpAt: 1, staffActions: 1 },
  )
    .sort({ 'ticket.openedAt': -1 })
    .hint(ticketsOfIndex)
    .limit(most)
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
  // Its row was written with the resolution, at the same moment.
  const by = ticket.resolution && staffActions.findLast(({ at }) => at.getTime() === ticket.resolution?.at.getTime())
  return [
    {
      ...{ orderid: _id, itemname: item.name, orderStatus: status, ...said },
      resolution: resolution ? { ...resolution, by: by?.name ?? '' } : null,
    },
  ]
}
