import * as calls from '@jhatpat/shared/contracts/tickets.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  answerTicket,
  boardView,
  claimOrder,
  countTickets,
  listTickets,
  orderView,
  readTicket,
  replyToReport,
  reportOrder,
  writeToTicket,
} from '@jhatpat/shared/domain/orders/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountTickets(mount: Mount, deps: Deps): void {
  mount(calls.reportOrder, async ({ caller, params, body }) => {
    const report = {
      orderid: params.client_txn_id,
      what: body.what,
      note: body.note ?? '',
      language: body.language,
    }
    return orderView(await reportOrder(deps, caller, report))
  })
  mount(calls.replyToReport, async ({ caller, params, body: { text, language }, reference }) => {
    const reply = { id: reference('TM'), orderid: params.client_txn_id, text, language }
    return orderView(await replyToReport(deps, caller, reply))
  })
  mount(calls.writeToTicket, async ({ caller, params, body: { text }, reference }) => {
    const order = await writeToTicket(deps, caller, { id: reference('TM'), orderid: params.id, text })
    return boardView(order, deps.clock.now())
  })
  mount(calls.readTicket, async ({ caller, params, body: { messages } }) =>
    boardView(await readTicket(deps, caller, { orderid: params.id, messages }), deps.clock.now()),
  )
  mount(calls.tickets, ({ caller, query: { status = 'open', mine, after } }) => {
    const by = mine && status === 'open' ? caller.userId : undefined
    return listTickets(deps.clock.now(), { status, by, after })
  })
  mount(calls.ticketCounts, ({ caller }) => countTickets(deps.clock.now(), caller.userId))
  mount(calls.claimTicket, async ({ caller, params, body }) => {
    const order = await claimOrder(deps, caller, { orderid: params.id, action: body.action, of: 'ticket' })
    return boardView(order, deps.clock.now())
  })
  mount(calls.answerTicket, async ({ caller, params, body }) => {
    const order = await answerTicket(deps, caller, { orderid: params.id, ...body })
    return boardView(order, deps.clock.now())
  })
}
