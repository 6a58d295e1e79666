import type { ClientSession } from 'mongoose'
import { readSnapshot, longSnapshotOptions } from '../../platform/snapshot.ts'
import {
  contradictoryOrders,
  expectedOrderEntries,
  expectedOrderPoints,
  type ReplayFault,
} from '../orders/index.ts'
import { expectedRedemptions, type PointFault, verifyPoints } from '../points/index.ts'
import { type SalesFault, verifySales } from '../sales/index.ts'
import {
  contradictoryTopUps,
  expectedAdjustments,
  expectedTopUpEntries,
  foldLedger,
  type LedgerCheck,
  type LedgerFault,
  LedgerModel,
  ledgerCauses,
} from '../wallet/index.ts'
import type { SealFault } from './seals/check-days.ts'

export type MoneyFault =
  | LedgerFault
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

export type MoneyCheck = Omit<LedgerCheck, 'faults'> & { faults: MoneyFault[] }

/** The number of faults of each kind that is reported. */
const most = 1_000

/**
 * The complete check in one snapshot, for databases that are small: `verifyHistory` compares the same in bounded steps.
 * Whether every paisa is where it should be: each posting set sums to zero, each wallet is the sum of its postings,
 * each payment, debit and refund that an order or top-up tells of, each change by an admin, and all that points became,
 * is in the ledger exactly once, for its amount and its owner's wallet, and nothing else is. The same of points. And whether
 * the days of sales that are closed are what their orders say.
 */
export function verifyMoney(): Promise<MoneyCheck> {
  return readSnapshot(async (session) => {
    const ledger = await foldLedger(session)
    const [causes, orders, topUps, points, sales] = await Promise.all([
      compareCauses(session),
      contradictoryOrders(session, most),
      contradictoryTopUps(session, most),
      verifyPoints(session, expectedOrderPoints, most),
      verifySales(session),
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
export type CauseFilter = { entries: object; orders: object; movements: object; redemptions: object }

const everything: CauseFilter = { entries: {}, orders: {}, movements: {}, redemptions: {} }

/** What the ledger says otherwise than orders, top-ups, adjustments and redemptions, of all or of those that pass. */
export async function compareCauses(
  session: ClientSession,
  { entries, orders, movements, redemptions } = everything,
): Promise<MoneyFault[]> {
  const expected = [
    { ...expectedOrderEntries, where: orders },
    { ...expectedTopUpEntries, where: movements },
    { ...expectedAdjustments, where: movements },
    { ...expectedRedemptions, where: redemptions },
  ]
  const rows = await LedgerModel.aggregate<Difference>(
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
    longSnapshotOptions(session),
  )
  return rows.map(({ _id, ...paise }) => ({ kind: 'cause_differs', cause: _id, ...paise }))
}
