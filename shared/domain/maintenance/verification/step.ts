import type { LedgerFault } from './verify-ledger.ts'

/** What one step of a verification read and found, and where the next step begins. */
export type Step = {
  /** Where the next step begins; undefined after the last one. */
  next: string | undefined
  /** Entries of the money ledger that were read, and their postings. */
  entries: number
  postings: number
  /** Wallets that were compared. */
  balances: number
  /** Closed orders that were replayed from their history. */
  replayed: number
  faults: LedgerFault[]
}

export type Counts = Pick<Step, 'entries' | 'postings' | 'balances' | 'replayed'>

export const nothing = { entries: 0, postings: 0, balances: 0, replayed: 0 } satisfies Counts

/** Limit of reported faults; more would not help to find the cause. */
export const maxFaults = 1_000

/** One comparison of a verification, in steps with bounded reads. */
export type Stage = {
  name: string
  /** @param from `next` of the previous step; empty for the first */
  step(from: string): Promise<Step>
}
