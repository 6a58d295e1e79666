import { inLanguage } from '../../../contracts/ticket-drafts.ts'
import type { Deps } from '../../deps.ts'
import type { Notice, PacksAgain } from '../../notifications/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { packsKept, sentAgain } from '../redelivery/redelivery-rules.ts'
import { messagesOf, timesReopened } from '../ticket/talk-rules.ts'
import type { Ticket } from '../ticket/ticket-schema.ts'
import { accountOf } from '../views/account-of.ts'

type Asked = { now: Date; env: Pick<Deps['env'], 'SUPPORT_CONTACT'> }

/**
 * Pure. What a report makes worth a mail: one to our team when it is opened, one when its time is over, one with each
 * message of ours and one with the answer. Each time it is opened anew it has another occasion.
 */
export function ticketNotices(order: OrderDoc, { now, env }: Asked): Notice[] {
  const { ticket } = order
  if (!ticket) return []
  if (ticket.answer) {
    if (ticket.answer.kind === 'refunded') return []
    const text = inLanguage(ticket.answer.text, ticket.language)
    const facts = {
      itemname: order.item.name,
      text,
      ...(ticket.answer.kind === 'again' && packsAgain(order)),
    }
    return [
      { kind: 'ticket_answered', ref: order._id, ...occasionOf(order, ticket), to: order.customer, facts },
    ]
  }
  return [
    ...openedAgain(order, ticket),
    ...messageNotices(order, ticket, now),
    ...teamNotices(order, ticket, { now, env }),
  ]
}

/** How many packs the answer sends again, where it is not all of them. */
function packsAgain(order: OrderDoc): { again?: PacksAgain } {
  const sent = sentAgain(order).length
  return packsKept(order) > 0 ? { again: { sent, total: sent + packsKept(order) } } : {}
}

/** A report that is open once more, by its customer or by a second delivery that failed, is told of once more. */
function occasionOf({ redelivery }: OrderDoc, ticket: Ticket): { occasion?: string } {
  const times = timesReopened(ticket) + (redelivery?.state === 'failed' ? 1 : 0)
  return times > 0 ? { occasion: `again-${times}` } : {}
}

/** What is older has gone out, or was given up. */
const messageMs = 24 * 3_600_000

function messageNotices({ _id, customer, item }: OrderDoc, ticket: Ticket, now: Date): Notice[] {
  const recent = messagesOf(ticket).filter(
    ({ from, ended, at }) => from === 'team' && ended === '' && now.getTime() - at.getTime() < messageMs,
  )
  return recent.map(({ id, text }) => ({
    kind: 'ticket_message',
    ...{ ref: _id, occasion: id, to: customer },
    facts: { itemname: item.name, text: inLanguage(text, ticket.language) },
  }))
}

function teamNotices(order: OrderDoc, ticket: Ticket, { now, env }: Asked): Notice[] {
  const email = mailOf(env.SUPPORT_CONTACT)
  if (!email) return []
  const words =
    timesReopened(ticket) > 0
      ? messagesOf(ticket).findLast(({ from }) => from === 'customer')?.text
      : ticket.note
  const common = {
    ref: order._id,
    ...occasionOf(order, ticket),
    to: { name: '', email, mobilenumber: '' },
    facts: {
      ...{ itemname: order.item.name, amountPaise: order.pricePaise, account: accountOf(order) },
      ...{ customer: `${order.customer.name} (${order.customer.email})`, references: referencesOf(order) },
      ...{ what: ticket.what, note: words ?? ticket.note, answerBy: ticket.answerBy },
    },
  }
  const kind = now < ticket.answerBy ? 'ticket_opened' : 'ticket_late'
  return [{ kind, ...common }]
}

/** To the customer: what was sent again failed, and the answer is to come. */
function openedAgain(order: OrderDoc, { answerBy }: Ticket): Notice[] {
  if (order.redelivery?.state !== 'failed') return []
  const facts = { itemname: order.item.name, answerBy }
  return [{ kind: 'redelivery_failed', ref: order._id, to: order.customer, facts }]
}

/** When the team is to be told once more of a report that nobody has answered. */
export function nextTicketNoticeAt({ ticket }: OrderDoc, now: Date): Date | null {
  return ticket?.status === 'open' && now < ticket.answerBy ? ticket.answerBy : null
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
