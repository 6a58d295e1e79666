import type { TicketIssue, TicketResolution } from '@jhatpat/shared/contracts/order-ticket.ts'
import type { hindiReplies } from '@jhatpat/shared/contracts/ticket-drafts.ts'

/** The issue that the customer chose, as the list shows it. */
export const issueTexts: Readonly<Record<TicketIssue, string>> = {
  not_received: 'Nothing arrived',
  partly_received: 'Less than was paid for',
  wrong_account: 'It came to another account',
}

/** How a ticket was resolved. */
export const resolutionTexts: Readonly<Record<TicketResolution, string>> = {
  delivered: 'Delivered after all',
  refunded: 'Refunded',
  explained: 'Explained',
  redelivered: 'Delivered again',
}

/** A text that has a Hindi version. */
type Draft = keyof typeof hindiReplies

/** The initial text for each resolution; unchanged, it reaches customers in their language. */
export const drafts: Readonly<Record<TicketResolution, Draft | ''>> = {
  delivered: 'The supplier shows the delivery. Please restart the game and look once more.',
  refunded: 'The supplier found no delivery. You were right; we are sorry for the wait.',
  explained: '',
  redelivered: 'The supplier found no delivery. We send it again now, and it costs you nothing.',
}

/** Canned replies by the labels of their chips. */
export const draftChips: Readonly<Record<string, Draft>> = {
  'Proof is missing': 'The supplier found no delivery. You were right; we are sorry for the wait.',
  'Proof is here': 'The supplier shows the delivery. Please restart the game and look once more.',
  'We need a little longer': 'We need a little longer: the supplier has not answered yet.',
  'What do they see?': 'Please tell us what you see in the game now, and the exact time when you looked.',
  'Ask for the id': 'Please check your user ID once more and write it here as the game shows it.',
}
