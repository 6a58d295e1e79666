import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { WalletTransactionDoc } from '@jhatpat/shared/domain/wallet/index.ts'
import type { Vendor } from '@jhatpat/shared/providers/vendors.ts'
import type { JournalEntry } from '../../simulators/wire/journal.ts'
import type { Page } from '../load/open-page.ts'

export type LedgerEntry = {
  kind: string
  ref: string
  currency: string
  postings: { account: string; amountPaise: number }[]
}

/** Points that moved, in hundredths. */
export type PointsEntry = {
  kind: string
  ref: string
  valuePaise: number
  postings: { account: string; hundredths: number }[]
}

/** What somebody was promised: an id under an Idempotency-Key, which is known by its record's `_id`. */
export type Promised = { keyId: string; kind: 'order' | 'topup'; ids: string[] }

/** All that the checker judges by: the database, what clients were told, and what the outside world really did. */
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
  /** Who could take money and deliver, and how each one's journal is read. */
  vendors: Record<string, Vendor>
  /** What each of them really did, by its name. */
  journals: Record<string, JournalEntry[]>
}

/** A vendor's journal. Throws where there is none, rather than judge that nothing was done. */
export function journalOf({ journals }: Pick<Evidence, 'journals'>, name: string): JournalEntry[] {
  const journal = journals[name]
  if (!journal) throw new Error(`there is no journal of ${name}: what it did cannot be judged`)
  return journal
}

/** Something that must never be so. `about` is an order's or top-up's id, or an account. */
export type Violation = { rule: RuleName; about: string; what: string; paise?: number }

export type RuleName = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11' | 'I12'

export type Rule = (evidence: Evidence) => Violation[]
