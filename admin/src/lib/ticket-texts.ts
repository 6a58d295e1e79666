import type { TicketIssue, TicketResolution } from '@jhatpat/shared/contracts/order-ticket.ts'
import type { hindiReplies } from '@jhatpat/shared/contracts/ticket-drafts.ts'

/** The issue that the customer chose, as the list shows it. */
export const issueTexts: Readonly<Record<TicketIssue, string>> = {
  not_received: 'Nothing received',
  partly_received: 'Received less than paid',
  wrong_account: 'Sent to another account',
}

/** How a ticket was resolved. */
export const resolutionTexts: Readonly<Record<TicketResolution, string>> = {
  delivered: 'Delivered',
  refunded: 'Refunded',
  explained: 'Explained',
  redelivered: 'Replacement sent',
}

/** A text that has a Hindi version. */
type Draft = keyof typeof hindiReplies

/** The initial text for each resolution; unchanged, it reaches customers in their language. */
export const drafts: Readonly<Record<TicketResolution, Draft | ''>> = {
  delivered: 'The supplier confirms the delivery. Please restart the game and check again.',
  refunded: 'The supplier confirmed it was not delivered. Sorry for the delay.',
  explained: '',
  redelivered: 'The supplier confirmed it was not delivered. We’re sending it again now, free of charge.',
}

/** Canned replies by the labels of their chips. */
export const draftChips: Readonly<Record<string, Draft>> = {
  'No proof': 'The supplier confirmed it was not delivered. Sorry for the delay.',
  'Proof found': 'The supplier confirms the delivery. Please restart the game and check again.',
  'Need more time': 'We need more time; the supplier hasn’t replied yet.',
  'Ask what they see': 'Please tell us what you see in the game now and when you checked.',
  'Ask for ID': 'Please share your user ID exactly as shown in the game.',
}
