/** What is known of a customer, in the order of the tabs; the address has the word. */
export const customerTabs = [
  { id: 'orders', label: 'Orders' },
  { id: 'wallet', label: 'Wallet ledger' },
  { id: 'points', label: 'Points' },
  { id: 'ids', label: 'Ids used' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'tickets', label: 'Tickets' },
] as const

export type CustomerTab = (typeof customerTabs)[number]['id']

/** What an address does not say, or not in a way that is one, is the orders. */
export const readTab = (word: string | undefined): CustomerTab =>
  customerTabs.find(({ id }) => id === word)?.id ?? 'orders'
