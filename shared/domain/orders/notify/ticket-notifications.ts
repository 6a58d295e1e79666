import { replyInLanguage } from '../../../contracts/ticket-drafts.ts'
import type { Deps } from '../../deps.ts'
import type { Notification, PartialRedelivery } from '../../notifications/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { Ticket } from '../model/ticket-schema.ts'
import { redeliveredUnits, unitsKept } from '../rules/redelivery-rules.ts'
import { messagesOf, reopenCount } from '../rules/ticket-rules.ts'
import { playerText } from '../views/receipt-view.ts'

type NotificationContext = { now: Date; env: Pick<Deps['env'], 'SUPPORT_CONTACT'> }

/**
 * Pure. The notifications of a ticket: to our team when it is opened and when its deadline passes, to the
 * customer for each of our messages and for the resolution. Each reopening has a `dedupeKey` of its own.
 */
export function ticketNotifications(order: OrderDoc, { now, env }: NotificationContext): Notification[] {
  const { ticket } = order
  if (!ticket) return []
  if (ticket.resolution) {
    if (ticket.resolution.kind === 'refunded') return []
    const text = replyInLanguage(ticket.resolution.text, ticket.language)
    const facts = {
      itemname: order.item.name,
      text,
      ...(ticket.resolution.kind === 'redelivered' && partialRedelivery(order)),
    }
    return [
      { kind: 'ticket_resolved', ref: order._id, ...dedupeKeyOf(order, ticket), to: order.customer, facts },
    ]
  }
  return [
    ...reopenedNotifications(order, ticket),
    ...messageNotifications(order, ticket, now),
    ...teamNotifications(order, ticket, { now, env }),
  ]
}

/** The number of redelivered units, if not all of them are. */
function partialRedelivery(order: OrderDoc): { again?: PartialRedelivery } {
  const sent = redeliveredUnits(order).length
  return unitsKept(order) > 0 ? { again: { sent, total: sent + unitsKept(order) } } : {}
}

/** A ticket that was reopened, by its customer or by a failed redelivery, is notified again. */
function dedupeKeyOf({ redelivery }: OrderDoc, ticket: Ticket): { dedupeKey?: string } {
  const times = reopenCount(ticket) + (redelivery?.state === 'failed' ? 1 : 0)
  return times > 0 ? { dedupeKey: `again-${times}` } : {}
}

/** Older messages were sent, or given up. */
const messageMs = 24 * 3_600_000

function messageNotifications({ _id, customer, item }: OrderDoc, ticket: Ticket, now: Date): Notification[] {
  const recent = messagesOf(ticket).filter(
    ({ from, resolution, at }) =>
      from === 'team' && resolution === '' && now.getTime() - at.getTime() < messageMs,
  )
  return recent.map(({ id, text }) => ({
    kind: 'ticket_message',
    ref: _id,
    dedupeKey: id,
    to: customer,
    facts: { itemname: item.name, text: replyInLanguage(text, ticket.language) },
  }))
}

function teamNotifications(
  order: OrderDoc,
  ticket: Ticket,
  { now, env }: NotificationContext,
): Notification[] {
  const email = mailOf(env.SUPPORT_CONTACT)
  if (!email) return []
  const text =
    reopenCount(ticket) > 0
      ? messagesOf(ticket).findLast(({ from }) => from === 'customer')?.text
      : ticket.note
  const common = {
    ref: order._id,
    ...dedupeKeyOf(order, ticket),
    to: { name: '', email, mobilenumber: '' },
    facts: {
      itemname: order.item.name,
      amountPaise: order.pricePaise,
      account: playerText(order),
      customer: `${order.customer.name} (${order.customer.email})`,
      references: referencesOf(order),
      issue: ticket.issue,
      note: text ?? ticket.note,
      replyDueAt: ticket.replyDueAt,
    },
  }
  const kind = now < ticket.replyDueAt ? 'ticket_opened' : 'ticket_late'
  return [{ kind, ...common }]
}

/** Notifies the customer that the redelivery failed and a reply follows. */
function reopenedNotifications(order: OrderDoc, { replyDueAt }: Ticket): Notification[] {
  if (order.redelivery?.state !== 'failed') return []
  const facts = { itemname: order.item.name, replyDueAt }
  return [{ kind: 'redelivery_failed', ref: order._id, to: order.customer, facts }]
}

/** When the team is notified again of an open ticket, or null. */
export function nextTicketNotificationAt({ ticket }: OrderDoc, now: Date): Date | null {
  return ticket?.status === 'open' && now < ticket.replyDueAt ? ticket.replyDueAt : null
}

/** The contact may be a page or a phone number; then only the admins' list shows the ticket. */
function mailOf(contact: string): string | undefined {
  const address = contact.replace(/^mailto:/, '')
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined
}

function referencesOf({ walletTxnId, payment, units }: OrderDoc): string[] {
  const bank = (payment?.captures ?? []).map(({ bankReference }) => bankReference)
  const supplier = units.map(({ supplierOrderId }) => supplierOrderId)
  return [walletTxnId, ...bank, ...supplier].filter(Boolean)
}
