/** The keys of the queue, as the dialog lists them. */
export const ticketKeys = [
  { keys: ['J'], does: 'Next report' },
  { keys: ['K'], does: 'Previous report' },
  { keys: ['A'], does: 'Answer: goes to the text' },
  { keys: ['?'], does: 'This list' },
] as const
