import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { WalletTransactionDoc } from '@jhatpat/shared/domain/wallet/index.ts'
import type { Vendor } from '@jhatpat/shared/providers/vendors.ts'
import type { JournalEntry } from '../../simulators/wire/journal.ts'
import type { Page } from './open-page.ts'

export type LedgerEntry = {
  kind: string
  ref: string
  currency: string
  postings: { account: string; amountPaise: number }[]
}

/** A change of points, in hundredths. */
export type PointsEntry = {
  kind: string
  ref: string
  valuePaise: number
  postings: { account: string; hundredths: number }[]
}

/** An id that a client received under an Idempotency-Key, which is identified by its record's `_id`. */
export type Promised = { keyId: string; kind: 'order' | 'topup'; ids: string[] }

/** All evidence of the checker: the database, what clients received, and the vendors' journals. */
export type Evidence = {
  at: Date
  orders: OrderDoc[]
  transactions: WalletTransactionDoc[]
  ledger: LedgerEntry[]
  wallets: { _id: unknown; balancePaise: number; version?: number }[]
  pointsEntries: PointsEntry[]
  points: { _id: unknown; hundredths: number }[]
  keys: { _id: string; ref: string }[]
  promised: Promised[]
  pages: Page[]
  /** The vendors that take payments and deliver, with how each one's journal is read. */
  vendors: Record<string, Vendor>
  /** Each vendor's journal, by its name. */
  journals: Record<string, JournalEntry[]>
}

/**
 * A vendor's journal.
 * @throws where there is none: otherwise the checker would take it for empty
 */
export function journalOf({ journals }: Pick<Evidence, 'journals'>, name: string): JournalEntry[] {
  const journal = journals[name]
  if (!journal) throw new Error(`there is no journal of ${name}: what it did cannot be judged`)
  return journal
}

/** A violated invariant. `about` is an order's or top-up's id, or an account. */
export type Violation = { rule: RuleName; about: string; what: string; paise?: number }

export type RuleName = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11' | 'I12'

export type Rule = (evidence: Evidence) => Violation[]
