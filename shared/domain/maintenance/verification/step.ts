import type { LedgerFault } from './verify-money.ts'

/** What one step of a verification read and found, and where the next one begins. */
export type Step = {
  /** Where the next step begins; undefined after the last one. */
  next: string | undefined
  /** Entries of the ledger of money that were read, and their postings. */
  entries: number
  postings: number
  /** Wallets that were compared. */
  balances: number
  /** Closed orders that were folded from their history. */
  replayed: number
  faults: LedgerFault[]
}

export type Counts = Pick<Step, 'entries' | 'postings' | 'balances' | 'replayed'>

export const nothing = { entries: 0, postings: 0, balances: 0, replayed: 0 } satisfies Counts

/** Of all faults so many are reported: more would not help. */
export const maxFaults = 1_000

/** One of the comparisons that make up a verification, in steps whose reads are bounded. */
export type Stage = {
  name: string
  /** @param from `next` of the step before; empty in the first */
  step(from: string): Promise<Step>
}
