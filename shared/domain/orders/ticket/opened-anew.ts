import type { OrderSet } from '../change/order-update.ts'
import { endsAtOf, messagesOf } from './talk-rules.ts'
import type { Message, Ticket } from './ticket-schema.ts'

/**
 * Pure. What writes a report open again: its answer becomes one of its messages, and all that was said was read.
 * @param id of what opens it, the same in every try; `answerBy`: until when an answer is promised now
 */
export function openedAnew(
  { answer, ...ticket }: Ticket,
  { id, answerBy }: { id: string; answerBy: Date },
): OrderSet & { 'ticket.messages': Message[] } {
  const before: Message[] = answer
    ? [{ id: `A${id}`, from: 'team', text: answer.text, at: answer.at, ended: answer.kind }]
    : []
  const messages = [...messagesOf(ticket), ...before]
  const endsAt = endsAtOf(ticket)
  return {
    'ticket.status': 'open',
    'ticket.answer': null,
    'ticket.answerBy': answerBy,
    // The proof may be gone: what was promised is what is left to keep.
    'ticket.endsAt': answerBy > endsAt ? answerBy : endsAt,
    'ticket.told': '',
    'ticket.messages': messages,
    'ticket.readTo': messages.length,
  }
}
