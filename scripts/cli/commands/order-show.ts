import type { AuditRow } from '@jhatpat/shared/contracts/audit.ts'
import type { OrderDetailsResult } from '@jhatpat/shared/contracts/order-details.ts'
import { auditTarget, listAudit, pageOfAudit } from '@jhatpat/shared/domain/audit/index.ts'
import { orderDetails } from '@jhatpat/shared/domain/back-office/index.ts'
import { findOrder, type OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import * as z from 'zod'
import { CliError } from '../../processes/cli-error.ts'
import { operator } from '../kit/actors.ts'
import { defineCommand } from '../kit/command.ts'
import { name } from '../kit/fields.ts'
import { section } from '../kit/table.ts'

/** The story of an order, as `--json` prints it. Times are ISO 8601 in UTC, amounts rupees. Codes are not included. */
type OrderStory = Omit<OrderDetailsResult, 'views'> & {
  history: { at: string; from: string; to: string; by: string; reason: string }[]
  /** The tasks that are still to do. */
  due: Record<string, string>
  notifications: { id: string; kind: string; status: string }[]
  audit: AuditRow[]
  logHints: string[]
}

export const orderShow = defineCommand({
  name: 'order:show',
  summary: 'prints the whole story of an order; the view is recorded in the audit log',
  example: 'JP261121K7Q2MDX4',
  parameters: {
    '[order]': 'the order’s id',
    '--request <id>': 'instead: the id of a request of the back office that changed the order',
  },
  input: z.strictObject({ order: name(60).optional(), request: name(60).optional() }),
  run: async (context, { order: given, request }) => {
    if ((given === undefined) === (request === undefined))
      throw new CliError('Name one order, or one request with --request ID.')
    const { clock } = await context.database()
    const by = operator()
    const orderid = given?.toUpperCase() ?? (await orderOfRequest(request ?? ''))
    const order = await findOrder(orderid, by).catch(() => {
      throw new CliError(`There is no order ${orderid}.`)
    })
    const vendorCalls = { write: async () => undefined }
    const { views: _views, ...details } = await orderDetails({ clock, vendorCalls }, by, orderid)
    const audit = await listAudit(auditTarget.order(orderid), { limit: 500 })
    const story: OrderStory = {
      ...details,
      history: order.history.map(({ at, from, to, by: actor, reason }) => ({
        at: at.toISOString(),
        from,
        to,
        by: actor,
        reason,
      })),
      due: dueOf(order),
      notifications: order.notifications.map(({ id, kind, status }) => ({ id, kind, status })),
      audit,
      logHints: logHintsOf(order, audit),
    }
    return { value: story, text: storyText(story) }
  },
})

/** @throws CliError when no recorded action of this request was about an order */
async function orderOfRequest(requestId: string): Promise<string> {
  const { rows } = await pageOfAudit({ requestId, limit: 50, page: 1 })
  const target = rows.map((row) => row.target).find((one) => one.startsWith('order:'))
  if (target) return target.slice('order:'.length)
  throw new CliError(
    `No recorded action about an order has the request id ${requestId}. A customer’s request is only in the logs: docker compose logs api | grep ${requestId}`,
  )
}

function dueOf({ due }: OrderDoc): Record<string, string> {
  const { sweepCount: _sweepCount, ...tasks } = due
  return Object.fromEntries(
    Object.entries(tasks).flatMap(([task, { at }]) => (at ? [[task, at.toISOString()]] : [])),
  )
}

/** Searches of the logs that find the rest. */
function logHintsOf({ _id, payment, units }: OrderDoc, audit: readonly AuditRow[]): string[] {
  const ids = [
    _id,
    ...(payment?.attempts.map(({ gatewayId }) => gatewayId) ?? []),
    ...units.map(({ supplierOrderId }) => supplierOrderId),
    ...audit.map(({ requestId }) => requestId),
  ]
  return [...new Set(ids.filter(Boolean))].map((id) => `docker compose logs api workers | grep ${id}`)
}

function storyText(story: OrderStory): string {
  const { order, payment, vendorCalls, statement, notes = [], history, due, notifications, audit } = story
  return [
    `Order ${order.orderid}: ${order.itemname}, ₹${order.value.toFixed(2)}, ${order.status}`,
    `Customer ${order.customer.name} (${order.customer._id}); player ${[order.input1, order.input2].filter(Boolean).join(', ')}\n`,
    section(
      'History',
      history.map(
        ({ at, from, to, by, reason }) => `${at}  ${from || '–'} → ${to}  by ${by}${reason && `: ${reason}`}`,
      ),
    ),
    section(
      'To do',
      Object.entries(due).map(([task, at]) => `${task}, due at ${at}`),
    ),
    section('Payment', payment ? paymentLines(payment) : ['from the wallet']),
    section(
      'Purchases',
      order.unitList.map(({ ref, state, attempt, supplierOrderId, message }) =>
        [`${ref}  ${state}, attempt ${attempt}`, supplierOrderId, message].filter(Boolean).join(', '),
      ),
    ),
    section(
      'Vendor calls',
      vendorCalls.map(({ firstAt, vendor, call, outcome, httpStatus, note, count }) =>
        [
          `${firstAt}  ${vendor} ${call}: ${outcome} (HTTP ${httpStatus})`,
          note,
          count > 1 && `${count} times`,
        ]
          .filter(Boolean)
          .join(', '),
      ),
    ),
    section('Ledger', statement ? ledgerLines(statement) : []),
    section(
      'Notifications',
      notifications.map(({ id, status }) => `${id}  ${status}`),
    ),
    section(
      'Decisions',
      order.staffActions.map(
        ({ at, action, name: actor, reason }) => `${at}  ${action} by ${actor}${reason && `: ${reason}`}`,
      ),
    ),
    section(
      'Notes',
      notes.map(({ at, name: author, text }) => `${at}  ${author}: ${text}`),
    ),
    section(
      'Audit log',
      audit.map(({ at, action, by, reason }) => `${at}  ${action} by ${by}${reason && `: ${reason}`}`),
    ),
    section('In the logs', story.logHints),
  ]
    .filter(Boolean)
    .join('\n')
}

function paymentLines(payment: NonNullable<OrderStory['payment']>): string[] {
  return [
    `${payment.state} at ${payment.gateway}, to be paid before ${payment.payBefore}, checked ${payment.checks} times`,
    ...payment.attempts.map(
      ({ id, gatewayId, at, state }) => `${at}  attempt ${id} (${gatewayId}): ${state}`,
    ),
    ...payment.captures.map(
      ({ at, amount, gatewayId, bankReference, allocatedTo }) =>
        `${at}  ₹${amount.toFixed(2)} arrived (${gatewayId}, bank ${bankReference || 'unknown'}) for the ${allocatedTo}`,
    ),
    ...payment.discrepancies.map(
      ({ at, kind, known, reported, isOpen }) =>
        `${at}  discrepancy ${kind}: known ${known}, reported ${reported}, ${isOpen ? 'open' : 'resolved'}`,
    ),
  ]
}

function ledgerLines({ entries, points, faults }: NonNullable<OrderStory['statement']>): string[] {
  return [
    ...entries.map(
      ({ at, id, postings }) =>
        `${at}  ${id}: ${postings.map(({ account, amount }) => `${account} ${amount.toFixed(2)}`).join(', ')}`,
    ),
    ...points.map(({ at, kind, points: moved }) => `${at}  points ${kind}: ${moved}`),
    ...faults.map(({ cause, expected, found }) => `DIFFERS: ${cause} should be ${expected} and is ${found}`),
  ]
}
