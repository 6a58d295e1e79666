import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { contactLink } from '../../lib/contact-link.ts'
import { stateOf } from '../../lib/order-state.ts'
import { useContact } from '../../lib/use-contact.ts'
import { isTicketLate } from './ticket-status-text.ts'

/** Contacts for an order that is late or was closed; empty if the shop has set none. */
export function ContactOptions({ order }: { order: Order }) {
  const now = useNow(15_000)
  const { until } = stateOf(order)
  const isLate = order.status === 'Processing' && until !== undefined && Date.parse(until) < now
  const isAnswered = order.ticket?.resolution !== undefined && order.status === 'Completed'
  const isAnswerLate = order.ticket !== undefined && isTicketLate(order.ticket, now)
  const isClosed = order.status === 'Cancelled'
  const contact = useContact(isLate || isClosed || isAnswered || isAnswerLate)?.contact
  if (!contact) return null
  const href = contactLink(contact, `${t('Order')} ${groupId(order.orderid)}`)
  return (
    <InlineMessage
      kind="info"
      className="reach"
      title={t(isLate || isAnswerLate ? 'Need help?' : 'Something wrong?')}
    >
      {rich(
        isClosed
          ? 'Tell us within 48 hours with your order ID: {contact}'
          : 'Contact us anytime with your order ID: {contact}',
        {
          contact: href ? (
            <a className="link" href={href} lang="en">
              {contact}
            </a>
          ) : (
            contact
          ),
        },
      )}
    </InlineMessage>
  )
}
