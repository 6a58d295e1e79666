import type { Deps } from '../../deps.ts'
import type { Notice } from '../../notifications/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { accountOf } from '../views/account-of.ts'

type Asked = { now: Date; env: Pick<Deps['env'], 'SUPPORT_CONTACT'> }

/** Pure. What a report makes worth a mail: one to our team when it is opened, one when its time is over, one with the answer. */
export function ticketNotices(order: OrderDoc, { now, env }: Asked): Notice[] {
  const { ticket } = order
  if (!ticket) return []
  if (ticket.answer) {
    if (ticket.answer.kind === 'refunded') return []
    const facts = { itemname: order.item.name, text: ticket.answer.text }
    return [{ kind: 'ticket_answered', ref: order._id, to: order.customer, facts }]
  }
  const email = mailOf(env.SUPPORT_CONTACT)
  if (!email) return []
  const common = {
    ref: order._id,
    to: { name: '', email, mobilenumber: '' },
    facts: {
      ...{ itemname: order.item.name, amountPaise: order.pricePaise, account: accountOf(order) },
      ...{ customer: `${order.customer.name} (${order.customer.email})`, references: referencesOf(order) },
      ...{ what: ticket.what, note: ticket.note, answerBy: ticket.answerBy },
    },
  }
  return now < ticket.answerBy ? [{ kind: 'ticket_opened', ...common }] : [{ kind: 'ticket_late', ...common }]
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
