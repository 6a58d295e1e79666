import { createHash } from 'node:crypto'
import type { RefundAsked } from '../../approvals/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { isPartlyDelivered } from '../redelivery/redelivery-rules.ts'
import { isTicketOpen } from '../ticket/answered.ts'
import { messagesOf } from '../ticket/talk-rules.ts'

type Now = Pick<OrderDoc, 'version' | 'units' | 'partlyRefundedPaise' | 'ticket' | 'vault' | 'redelivery'>

/** Tells how far an order's packs are from how far they were: 16 letters, another whenever one was bought or answered. */
export function unitsDigest({ units }: Pick<OrderDoc, 'units'>): string {
  const facts = units.map(({ ref, state, attempt, supplierOrderId }) => [
    ref,
    state,
    attempt,
    supplierOrderId,
  ])
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
}

/** So many messages its customer has messageCount about it, also of what was answered since. */
export const messageCount = ({ ticket }: Pick<OrderDoc, 'ticket'>): number =>
  ticket ? messagesOf(ticket).filter(({ from }) => from === 'customer').length : 0

/** Whether its customer has messageCount since a refund was asked for: perhaps that it came. */
export const hasNewMessages = (
  order: Pick<OrderDoc, 'ticket'>,
  asked: Pick<RefundAsked, 'messageCount'>,
): boolean => messageCount(order) !== (asked.messageCount ?? 0)

/** Whether an order is another one than the refund was asked for, so that agreeing has to be refused. */
export const hasChangedSinceRequest = (
  order: Now,
  asked: Pick<RefundAsked, 'version' | 'units' | 'unit' | 'resolvesTicket' | 'codeRevealed' | 'messageCount'>,
): boolean =>
  order.version !== asked.version ||
  unitsDigest(order) !== asked.units ||
  hasNewMessages(order, asked) ||
  (asked.resolvesTicket && !isTicketOpen(order)) ||
  (asked.unit === '' && isPartlyDelivered(order) && !asked.codeRevealed)
