import { replyInLanguage } from '../../../contracts/ticket-drafts.ts'
import type { Deps } from '../../deps.ts'
import type { Notification, PartialRedelivery } from '../../notifications/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { Ticket } from '../model/ticket-schema.ts'
import { redeliveredUnits, unitsKept } from '../rules/redelivery-rules.ts'
import { messagesOf, reopenCount } from '../rules/ticket-rules.ts'
import { playerText } from '../views/receipt-view.ts'

type Asked = { now: Date; env: Pick<Deps['env'], 'SUPPORT_CONTACT'> }

/**
 * Pure. What a report makes worth a mail: one to our team when it is opened, one when its time is over, one with each
 * message of ours and one with the answer. Each time it is opened anew it has another dedupeKey.
 */
export function ticketNotifications(order: OrderDoc, { now, env }: Asked): Notification[] {
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

/** How many packs the answer sends again, where it is not all of them. */
function partialRedelivery(order: OrderDoc): { again?: PartialRedelivery } {
  const sent = redeliveredUnits(order).length
  return unitsKept(order) > 0 ? { again: { sent, total: sent + unitsKept(order) } } : {}
}

/** A report that is open once more, by its customer or by a second delivery that failed, is told of once more. */
function dedupeKeyOf({ redelivery }: OrderDoc, ticket: Ticket): { dedupeKey?: string } {
  const times = reopenCount(ticket) + (redelivery?.state === 'failed' ? 1 : 0)
  return times > 0 ? { dedupeKey: `again-${times}` } : {}
}

/** What is older has gone out, or was given up. */
const messageMs = 24 * 3_600_000

function messageNotifications({ _id, customer, item }: OrderDoc, ticket: Ticket, now: Date): Notification[] {
  const recent = messagesOf(ticket).filter(
    ({ from, resolution, at }) =>
      from === 'team' && resolution === '' && now.getTime() - at.getTime() < messageMs,
  )
  return recent.map(({ id, text }) => ({
    kind: 'ticket_message',
    ...{ ref: _id, dedupeKey: id, to: customer },
    facts: { itemname: item.name, text: replyInLanguage(text, ticket.language) },
  }))
}

function teamNotifications(order: OrderDoc, ticket: Ticket, { now, env }: Asked): Notification[] {
  const email = mailOf(env.SUPPORT_CONTACT)
  if (!email) return []
  const words =
    reopenCount(ticket) > 0
      ? messagesOf(ticket).findLast(({ from }) => from === 'customer')?.text
      : ticket.note
  const common = {
    ref: order._id,
    ...dedupeKeyOf(order, ticket),
    to: { name: '', email, mobilenumber: '' },
    facts: {
      ...{ itemname: order.item.name, amountPaise: order.pricePaise, account: playerText(order) },
      ...{ customer: `${order.customer.name} (${order.customer.email})`, references: referencesOf(order) },
      ...{ issue: ticket.issue, note: words ?? ticket.note, replyDueAt: ticket.replyDueAt },
    },
  }
  const kind = now < ticket.replyDueAt ? 'ticket_opened' : 'ticket_late'
  return [{ kind, ...common }]
}

/** To the customer: what was sent again failed, and the answer is to come. */
function reopenedNotifications(order: OrderDoc, { replyDueAt }: Ticket): Notification[] {
  if (order.redelivery?.state !== 'failed') return []
  const facts = { itemname: order.item.name, replyDueAt }
  return [{ kind: 'redelivery_failed', ref: order._id, to: order.customer, facts }]
}

/** When the team is to be told once more of a report that nobody has answered. */
export function nextTicketNotificationAt({ ticket }: OrderDoc, now: Date): Date | null {
  return ticket?.status === 'open' && now < ticket.replyDueAt ? ticket.replyDueAt : null
}

/** The contact may be a page or a number, which take no mail: then the admins' list alone tells. */
function mailOf(contact: string): string | undefined {
  const address = contact.replace(/^mailto:/, '')
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined
}

function referencesOf({ walletTxnId, payment, units }: OrderDoc): string[] {
  const bank = (payment?.captures ?? []).map(({ bankReference }) => bankReference)
  const supplier = units.map(({ supplierOrderId }) => supplierOrderId)
  return [walletTxnId, ...bank, ...supplier].filter(Boolean)
}
