import type { ClientSession } from 'mongoose'
import type { OverdueTask } from '../../../contracts/admin.ts'
import { msSinceSuccess } from '../../../platform/job-runs.ts'
import { longSnapshotOptions, readSnapshot } from '../../../platform/snapshot.ts'
import {
  expectedOrderEntries,
  expectedOrderPoints,
  inconsistentOrders,
  type ReplayFault,
} from '../../orders/index.ts'
import { expectedRedemptions, type PointFault, verifyPoints } from '../../points/index.ts'
import { type SalesFault, verifySales } from '../../reports/index.ts'
import {
  type BalanceFault,
  type BalanceVerification,
  expectedAdjustments,
  expectedTopUpEntries,
  foldEntries,
  inconsistentTopUps,
  JournalEntryModel,
  ledgerCauses,
} from '../../wallet/index.ts'
import type { SealFault } from '../seals/check-days.ts'

export type LedgerFault =
  | BalanceFault
  | PointFault
  | SalesFault
  | SealFault
  | ReplayFault
  /** A cause is in the ledger with another amount than its order or top-up says; 0: not at all. */
  | { kind: 'cause_differs'; cause: string; ledgerPaise: number; expectedPaise: number }
  /** An entry's id is not its kind and ref, or its kind is none that we know. */
  | { kind: 'entry_misnamed'; entry: string; cause: string }
  /** The entries of the days that are sealed add up to something else than the sum that is kept of them. */
  | { kind: 'sealed_sum_differs'; account: string; day: string; kept: number; fold: number }
  | { kind: 'order_contradicts_itself'; orderid: string }
  | { kind: 'topup_contradicts_itself'; txnid: string }

type LedgerVerification = Omit<BalanceVerification, 'faults'> & { faults: LedgerFault[] }

/** The number of faults of each kind that is reported. */
const most = 1_000

/**
 * The complete check in one snapshot, for databases that are small: `verifyHistory` compares the same in bounded steps.
 * Whether every paisa is where it should be: each journal entry sums to zero, each wallet is the sum of its postings,
 * each payment, debit and refund that an order or top-up tells of, each change by an admin, and all that points became,
 * is in the ledger exactly once, for its amount and its owner's wallet, and nothing else is. The same of points. And whether
 * the days of sales that are closed are what their orders say.
 */
export function verifyLedger(): Promise<LedgerVerification> {
  return readSnapshot(async (snapshot) => {
    const ledger = await foldEntries(snapshot)
    const [causes, orders, topUps, points, sales] = await Promise.all([
      compareCauses(snapshot),
      inconsistentOrders(snapshot, most),
      inconsistentTopUps(snapshot, most),
      verifyPoints(snapshot, expectedOrderPoints, most),
      verifySales(snapshot),
    ])
    const faults = [
      ...ledger.faults,
      ...causes,
      ...points,
      ...sales,
      ...orders.map((orderid) => ({ kind: 'order_contradicts_itself' as const, orderid })),
      ...topUps.map((txnid) => ({ kind: 'topup_contradicts_itself' as const, txnid })),
    ]
    return { ...ledger, faults }
  })
}

type Difference = { _id: string; ledgerPaise: number; expectedPaise: number }

/** Filters of the four collections that a comparison reads. */
type CauseFilter = { entries: object; orders: object; transactions: object; redemptions: object }

const everything: CauseFilter = { entries: {}, orders: {}, transactions: {}, redemptions: {} }

/** What the ledger says otherwise than orders, top-ups, adjustments and redemptions, of all or of those that pass. */
export async function compareCauses(
  snapshot: ClientSession,
  { entries, orders, transactions, redemptions } = everything,
): Promise<LedgerFault[]> {
  const expected = [
    { ...expectedOrderEntries, where: orders },
    { ...expectedTopUpEntries, where: transactions },
    { ...expectedAdjustments, where: transactions },
    { ...expectedRedemptions, where: redemptions },
  ]
  const rows = await JournalEntryModel.aggregate<Difference>(
    [
      { $match: entries },
      ...ledgerCauses,
      ...expected.map(({ collection, pipeline, where }) => ({
        $unionWith: { coll: collection, pipeline: [{ $match: where }, ...pipeline] },
      })),
      {
        $group: {
          _id: '$cause',
          ledgerPaise: { $sum: '$ledgerPaise' },
          expectedPaise: { $sum: '$expectedPaise' },
        },
      },
      { $match: { $expr: { $ne: ['$ledgerPaise', '$expectedPaise'] } } },
      { $limit: most },
    ],
    longSnapshotOptions(snapshot),
  )
  return rows.map(({ _id, ...paise }) => ({ kind: 'cause_differs', cause: _id, ...paise }))
}

/** The nightly check of the money, as its job and its last success are called. */
export const ledgerVerification = 'ledger.verify'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** An hour later than every night: time to run it again instead of waiting for the next. */
export const verificationRetryMs = 25 * hourMs
/** And this late it is an alarm. */
export const verificationOverdueMs = 26 * hourMs

/** The check, as overdue work, when it has not succeeded for 26 hours. */
export async function overdueVerification(now: Date): Promise<OverdueTask[]> {
  const sinceMs = await msSinceSuccess(ledgerVerification, now)
  if (sinceMs === undefined || sinceMs <= verificationOverdueMs) return []
  return [
    {
      kind: 'check',
      id: ledgerVerification,
      task: 'verify',
      dueAt: new Date(now.getTime() - sinceMs + dayMs).toISOString(),
      sweepCount: 0,
      status: 'Late',
      reason: `It has not succeeded for ${Math.floor(sinceMs / hourMs)} hours`,
    },
  ]
}
