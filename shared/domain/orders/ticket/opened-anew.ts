import type { OrderSet } from '../change/order-update.ts'
import { ticketDeadline, messagesOf } from './talk-rules.ts'
import type { Message, Ticket } from './ticket-schema.ts'

/**
 * Pure. What writes a report open again: its resolution becomes one of its messages, and all that was said was read.
 * @param id of what opens it, the same in every try; `replyDueAt`: until when an resolution is promised now
 */
export function reopened(
  { resolution, ...ticket }: Ticket,
  { id, replyDueAt }: { id: string; replyDueAt: Date },
): OrderSet & { 'ticket.messages': Message[] } {
  const before: Message[] = resolution
    ? [{ id: `A${id}`, from: 'team', text: resolution.text, at: resolution.at, resolution: resolution.kind }]
    : []
  const messages = [...messagesOf(ticket), ...before]
  const deadlineAt = ticketDeadline(ticket)
  return {
    'ticket.status': 'open',
    'ticket.resolution': null,
    'ticket.replyDueAt': replyDueAt,
    // The proof may be gone: what was promised is what is left to keep.
    'ticket.deadlineAt': replyDueAt > deadlineAt ? replyDueAt : deadlineAt,
    'ticket.alerted': '',
    'ticket.messages': messages,
    'ticket.readCount': messages.length,
  }
}
