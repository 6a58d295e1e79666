import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { decideApprovalRequest } from '@jhatpat/shared/contracts/approval-decisions.ts'
import type { Resolution } from '@jhatpat/shared/contracts/order-ticket.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import * as tickets from '@jhatpat/shared/contracts/tickets.ts'
import { ApprovalRequestModel } from '@jhatpat/shared/domain/approvals/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import type { Person } from '../../support/person.ts'

/** The current order, with its status changed by an admin. */
export async function decideAs(who: Person, id: string, to: 'Completed' | 'Refunded'): Promise<void> {
  const { version } = await OrderModel.findById(id).orFail().lean()
  await who.call(admin.transitionOrder, {
    params: { id },
    body: { to, version },
    idempotencyKey: randomUUID(),
  })
}

export type ReportMore = { note?: string; key?: string }

export const reportAs = (who: Person, id: string, more: ReportMore = {}): Promise<Order> =>
  who.call(tickets.openTicket, {
    params: { client_txn_id: id },
    body: { issue: 'not_received', ...(more.note ? { note: more.note } : {}) },
    idempotencyKey: more.key ?? randomUUID(),
  })

/** Approves the refund that another admin has requested. */
export async function approveRefund(who: Person, id: string): Promise<void> {
  const { _id } = await ApprovalRequestModel.findOne({ state: 'pending', 'refund.orderid': id })
    .orFail()
    .lean()
  const body = { decision: 'approve' as const }
  await who.call(decideApprovalRequest, { params: { id: _id }, body, idempotencyKey: randomUUID() })
}

export const resolveAs = (who: Person, id: string, kind: Resolution) =>
  who.call(tickets.resolveTicket, {
    params: { id },
    body: { resolution: kind, text: 'The supplier found no delivery' },
    idempotencyKey: randomUUID(),
  })

type MessageText = string | { text: string; key: string }
const textsOf = (message: MessageText) =>
  typeof message === 'string' ? { text: message, key: randomUUID() } : message

export function replyAs(who: Person, id: string, message: MessageText) {
  const { text, key } = textsOf(message)
  return who.call(tickets.replyToTicket, {
    params: { client_txn_id: id },
    body: { text, language: 'hi' },
    idempotencyKey: key,
  })
}

export function writeAs(who: Person, id: string, message: MessageText) {
  const { text, key } = textsOf(message)
  return who.call(tickets.writeToTicket, { params: { id }, body: { text }, idempotencyKey: key })
}
