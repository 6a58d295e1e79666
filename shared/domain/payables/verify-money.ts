import type { ClientSession } from 'mongoose'
import { atOneMoment, readWhole } from '../../platform/at-one-moment.ts'
import { contradictoryOrders, expectedOrderEntries, expectedOrderPoints } from '../orders/index.ts'
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

export type MoneyFault =
  | LedgerFault
  | PointFault
  | SalesFault
  /** A cause is in the ledger with another amount than its order or top-up says; 0: not at all. */
  | { kind: 'cause_differs'; cause: string; ledgerPaise: number; expectedPaise: number }
  | { kind: 'order_contradicts_itself'; orderid: string }
  | { kind: 'topup_contradicts_itself'; txnid: string }

export type MoneyCheck = Omit<LedgerCheck, 'faults'> & { faults: MoneyFault[] }

/** Of each kind of fault this many are told; more would help nobody. */
const most = 1_000

/**
 * Whether every paisa is where it should be: each posting set sums to zero, each wallet is the sum of its postings,
 * each payment, debit and refund that an order or top-up tells of, each change by an admin, and all that points became,
 * is in the ledger exactly once, for its amount and its owner's wallet, and nothing else is. The same of points. And whether
 * the days of sales that are closed are what their orders say.
 */
export function verifyMoney(): Promise<MoneyCheck> {
  return atOneMoment(async (session) => {
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

async function compareCauses(session: ClientSession): Promise<MoneyFault[]> {
  const rows = await LedgerModel.aggregate<Difference>(
    [
      ...ledgerCauses,
      ...[expectedOrderEntries, expectedTopUpEntries, expectedAdjustments, expectedRedemptions].map(
        ({ collection, pipeline }) => ({
          $unionWith: { coll: collection, pipeline },
        }),
      ),
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
    readWhole(session),
  )
  return rows.map(({ _id, ...paise }) => ({ kind: 'cause_differs', cause: _id, ...paise }))
}
