import * as redeliveriesCalls from '@jhatpat/shared/contracts/redeliveries.ts'
import * as calls from '@jhatpat/shared/contracts/tickets.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  assignOrder,
  boardView,
  countTickets,
  findOrder,
  giveUpRedelivery,
  listTickets,
  markTicketRead,
  openTicket,
  orderView,
  redeliverOrder,
  redeliveryQuoteView,
  replyToTicket,
  resolveTicket,
  writeToTicket,
} from '@jhatpat/shared/domain/orders/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountTickets(mount: Mount, deps: Deps): void {
  mount(calls.openTicket, async ({ caller, params, body }) => {
    const ticket = {
      orderid: params.client_txn_id,
      issue: body.issue,
      note: body.note ?? '',
      language: body.language,
    }
    return orderView(await openTicket(deps, caller, ticket))
  })
  mount(calls.replyToTicket, async ({ caller, params, body: { text, language }, reference }) => {
    const reply = { id: reference('TM'), orderid: params.client_txn_id, text, language }
    return orderView(await replyToTicket(deps, caller, reply))
  })
  mount(calls.writeToTicket, async ({ caller, params, body: { text }, reference }) => {
    const order = await writeToTicket(deps, caller, { id: reference('TM'), orderid: params.id, text })
    return boardView(order, deps.clock.now())
  })
  mount(calls.markTicketRead, async ({ caller, params, body: { messages } }) =>
    boardView(await markTicketRead(deps, caller, { orderid: params.id, messages }), deps.clock.now()),
  )
  mount(calls.tickets, ({ caller, query: { status = 'open', mine, cursor } }) => {
    const by = mine && status === 'open' ? caller.userId : undefined
    return listTickets(deps.clock.now(), { status, by, cursor })
  })
  mount(calls.ticketCounts, ({ caller }) => countTickets(deps.clock.now(), caller.userId))
  mount(calls.assignTicket, async ({ caller, params, body }) => {
    const order = await assignOrder(deps, caller, { orderid: params.id, action: body.action, of: 'ticket' })
    return boardView(order, deps.clock.now())
  })
  mount(calls.resolveTicket, async ({ caller, params, body }) => {
    const order = await resolveTicket(deps, caller, { orderid: params.id, ...body })
    return boardView(order, deps.clock.now())
  })
}

export function mountRedeliveries(mount: Mount, deps: Deps): void {
  mount(redeliveriesCalls.redeliveryQuote, async ({ caller, params, query }) =>
    redeliveryQuoteView(deps, await findOrder(params.id, caller), query.units?.split(',')),
  )
  mount(redeliveriesCalls.redeliverOrder, async ({ caller, params, body, reference }) => {
    const redelivery = { orderid: params.id, newId: reference('JP'), ...body }
    return boardView(await redeliverOrder(deps, caller, redelivery), deps.clock.now())
  })
  mount(redeliveriesCalls.giveUpRedelivery, async ({ caller, params, body }) => {
    const order = await giveUpRedelivery(deps, caller, { orderid: params.id, ...body })
    return boardView(order, deps.clock.now())
  })
}
