import type { TicketAnswer, TicketWhat } from '@jhatpat/shared/contracts/order-ticket.ts'

/** What the customer says, as the list has it. */
export const whatTexts: Readonly<Record<TicketWhat, string>> = {
  nothing: 'Nothing arrived',
  less: 'Less than was paid for',
  elsewhere: 'It came to another account',
}

/** How a report ended. */
export const answerTexts: Readonly<Record<TicketAnswer, string>> = {
  delivered: 'Delivered after all',
  refunded: 'Refunded',
  explained: 'Explained',
}

/** What the text begins as: the customer reads it as it stands. */
export const drafts: Readonly<Record<TicketAnswer, string>> = {
  delivered: 'The supplier shows the delivery. Please restart the game and look once more.',
  refunded: 'The supplier found no delivery. You were right; we are sorry for the wait.',
  explained: '',
}
