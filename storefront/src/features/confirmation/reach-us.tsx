import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useQuery } from '@tanstack/react-query'
import { stateOf } from '../../lib/order-state.ts'
import { useCall } from '../../lib/use-call.ts'

/** Whom one can reach about an order that is late or was closed; nothing where the shop names nobody. */
export function ReachUs({ order }: { order: Order }) {
  const now = useNow(15_000)
  const { until } = stateOf(order)
  const isLate = order.status === 'Processing' && until !== undefined && Date.parse(until) < now
  const isClosed = order.status === 'Cancelled'
  const contact = useContact(isLate || isClosed)
  if (!contact) return null
  const href = contactLink(contact, `Order ${groupId(order.orderid)}`)
  return (
    <Note kind="info" className="reach" title={isLate ? 'You need not wait alone' : 'Is that not right?'}>
      {isLate ? 'Ask us any time' : 'Tell us within 48 hours'}, with the order’s id:{' '}
      {href ? (
        <a className="link" href={href}>
          {contact}
        </a>
      ) : (
        contact
      )}
    </Note>
  )
}

function useContact(isNeeded: boolean): string | null | undefined {
  const call = useCall()
  const { data } = useQuery({
    queryKey: ['support'],
    queryFn: ({ signal }) => call('supportContact', { signal }),
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isNeeded ? data?.contact : null
}

/** How a contact is reached by a tap: a page, a mail that names the order, a call; undefined for other words. */
export function contactLink(contact: string, subject: string): string | undefined {
  if (contact.startsWith('https://')) return contact
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) {
    return `mailto:${contact.replace(/^mailto:/, '')}?subject=${encodeURIComponent(subject)}`
  }
  return /^\+?[\d\s()-]{8,}$/.test(contact) ? `tel:${contact.replace(/[^\d+]/g, '')}` : undefined
}
