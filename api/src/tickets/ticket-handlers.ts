import * as calls from '@jhatpat/shared/contracts/tickets.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  answerTicket,
  boardView,
  listTickets,
  orderView,
  reportOrder,
} from '@jhatpat/shared/domain/orders/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountTickets(mount: Mount, deps: Deps): void {
  mount(calls.reportOrder, async ({ caller, params, body }) => {
    const report = { orderid: params.client_txn_id, what: body.what, note: body.note ?? '' }
    return orderView(await reportOrder(deps, caller, report))
  })
  mount(calls.tickets, ({ query }) => listTickets(query.status ?? 'open', deps.clock.now()))
  mount(calls.answerTicket, async ({ caller, params, body }) => {
    const order = await answerTicket(deps, caller, { orderid: params.id, ...body })
    return boardView(order, deps.clock.now())
  })
}
