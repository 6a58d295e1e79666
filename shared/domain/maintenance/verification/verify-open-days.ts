import { isoDayOf, startOfIstDay } from '../../../platform/clock.ts'
import { readSnapshot } from '../../../platform/snapshot.ts'
import { inconsistentOrders, replayedDaily } from '../../orders/index.ts'
import { moneyLedger, nextDay, pointsLedger } from '../seals/ledgers.ts'
import { lastSummedDay } from '../seals/sum-days.ts'
import { runStages, start } from './run-stages.ts'
import { salesStage } from './sales-stage.ts'
import { type Counts, maxFaults, nothing, type Stage } from './step.ts'
import { balanceStage } from './verify-balances.ts'
import { causeStage } from './verify-causes.ts'
import { verifyChanged } from './verify-changed.ts'
import { entryStage } from './verify-entries.ts'
import type { LedgerFault } from './verify-ledger.ts'

export type OpenDaysCheck = Omit<Counts, 'replayed'> & {
  /** The last sealed day of the money ledger; undefined when the whole history was read. */
  sealedThrough: string | undefined
  faults: LedgerFault[]
}

/**
 * The nightly verification. Compares each balance with the sums of the sealed days and the entries since, each document
 * that has changed or has entries since with all of its entries, and recently ended orders with their own fields.
 * Sealed days are trusted here; `verifyHistory` reads them.
 */
export async function verifyOpenDays(now: Date): Promise<OpenDaysCheck> {
  const [money, points] = [await lastSummedDay(moneyLedger), await lastSummedDay(pointsLedger)]
  const { counts, faults } = await runStages(
    [
      entryStage(moneyLedger, money?.endsAt),
      entryStage(pointsLedger, points?.endsAt),
      balanceStage(moneyLedger, false),
      balanceStage(pointsLedger, false),
      ...(money ? [changedStage(money.endsAt, points?.endsAt), recentStage(now)] : [causeStage]),
      salesStage,
    ],
    start,
  )
  // An order that has changed and ended recently is read twice.
  const distinct = new Map(faults.map((fault) => [JSON.stringify(fault), fault]))
  return { ...counts, faults: [...distinct.values()], sealedThrough: money?.day }
}

const changedStage = (since: Date, pointsSince: Date | undefined): Stage => ({
  name: 'changed orders and top-ups',
  step: async () => ({ ...nothing, next: undefined, faults: await verifyChanged(since, pointsSince) }),
})

/**
 * Verifies the fields of orders that ended within the replayed days, one day at a time. `updatedAt` does not select
 * them, since the end of a unit's follow-up leaves it unchanged.
 */
const recentStage = (now: Date): Stage => ({
  name: 'orders that ended recently',
  async step(from) {
    const day = from === '' ? isoDayOf(replayedDaily(now)) : from
    const ended = { $gt: new Date(0), $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) }
    const orders = await readSnapshot((snapshot) =>
      inconsistentOrders(snapshot, maxFaults, { 'ended.at': ended }),
    )
    return {
      ...nothing,
      next: day < isoDayOf(now) ? nextDay(day) : undefined,
      faults: orders.map((orderid) => ({ kind: 'order_contradicts_itself' as const, orderid })),
    }
  },
})
