import { type ReadLanguage, reportMs, type TicketIssue } from '../../../contracts/order-ticket.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { endOf } from '../rules/order-end.ts'
import { canReportUntil } from '../rules/ticket-rules.ts'

type Report = { orderid: string; issue: TicketIssue; note: string; language?: ReadLanguage | undefined }
export type TermDeps = PublishDeps & { env: Pick<Deps['env'], 'TICKET_REPLY_HOURS'> }

const hourMs = 3_600_000

/**
 * Opens the ticket of a customer's own order; the order has everything else that our team needs. An order has
 * one ticket: a repeated or concurrent request gets the existing one.
 * @throws not_found, ticket_too_early, ticket_too_late
 */
export async function openTicket(
  deps: TermDeps,
  customer: { userId: string },
  report: Report,
): Promise<OrderDoc> {
  // The role of a customer: also an admin reports their own orders only.
  const owner = { userId: customer.userId, role: 'user' as const }
  const order = await findOrder(report.orderid, owner)
  if (order.ticket) return order
  const now = deps.clock.now()
  requireTicketAllowed(order, now)
  const opened = await changeOrder(deps, order, {
    guard: { status: 'Completed', ticket: null, givenUpAt: null },
    set: {
      ticket: {
        status: 'open',
        issue: report.issue,
        note: report.note,
        resolution: null,
        messages: [],
        readCount: 0,
        language: report.language ?? 'en',
        alerted: '',
        openedAt: now,
        replyDueAt: replyDueAt(deps, now),
        deadlineAt: new Date((endOf(order)?.at ?? now).getTime() + reportMs),
      },
    },
    due: { notify: now },
  })
  if (opened) return opened
  const current = await findOrder(report.orderid, owner)
  if (current.ticket) return current
  throw new AppError('ticket_too_early')
}

/** Until when a reply is promised for a message written at `from`. */
export const replyDueAt = ({ env }: Pick<TermDeps, 'env'>, from: Date): Date =>
  new Date(from.getTime() + env.TICKET_REPLY_HOURS * hourMs)

function requireTicketAllowed(order: OrderDoc, now: Date): void {
  const before = canReportUntil(order)
  if (!before) throw new AppError('ticket_too_early')
  if (now > before) throw new AppError('ticket_too_late')
}
