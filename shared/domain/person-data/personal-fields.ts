/** The files of a customer's export. */
export const exportFiles = [
  'account',
  'orders',
  'players',
  'wallet',
  'points',
  'tickets',
  'notifications',
  'devices',
  'consents',
  'access-log',
] as const
export type ExportFile = (typeof exportFiles)[number]

/** How long a value is stored. Every term has its text in `docs/privacy-data.md`. */
export const terms = {
  account: 'with the account',
  ledger: 'with the books of account',
  retained: 'RETAIN_YEARS after the end of its order or movement of money',
  halfYear: '180 days after it was sent',
  evidence: '180 days after the last call of its document',
  month: '30 days',
  session: 'a day after the end of the session',
  device: 'until the browser unsubscribes, or the subscription expires',
  invitation: '30 days after the end of its link',
  code: 'a day after it expired',
  hour: 'an hour',
  staff: 'until a staff member removes it',
} as const

type Kept = {
  /** The value stays as it is. */
  erasure: 'keep'
  /** Why it must stay. */
  because: string
}

type Erased = {
  /**
   * `delete`: the document is deleted. `clear`: the value is emptied or removed. `replace`: a fixed text takes its place,
   * since the schema requires one. `shred`: the value is encrypted, and its key is destroyed.
   */
  erasure: 'delete' | 'clear' | 'replace' | 'shred'
}

type Exported = {
  /** The file of the customer's export that contains it. */
  file: ExportFile
}

type NotExported = {
  /** Why the customer's export does not contain it. */
  notExported: string
}

/** Personal values of one collection that have the same purpose and term. */
export type PersonalFields = {
  /** Paths in a document; `[]` after a list. */
  fields: readonly string[]
  /** The person that the values describe. */
  about: 'customer' | 'staff'
  purpose: string
  term: keyof typeof terms
} & (Kept | Erased) &
  (Exported | NotExported)

/** One collection with personal values. */
export type PersonalCollection = {
  personal: readonly PersonalFields[]
  /**
   * The other fields: a path, or a prefix that covers all below it. No prefix covers a personal field, so that a field
   * added next to one has to be named.
   */
  other: readonly string[]
}

/** Values that identify staff in records of what they decided. */
export const staffRecord = {
  about: 'staff',
  purpose: 'who decided',
  term: 'ledger',
  erasure: 'keep',
  because: 'evidence of who moved money or goods',
  notExported: 'describes a staff member',
} as const
