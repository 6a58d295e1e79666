import { moneyLedger, pointsLedger } from '../seals/ledgers.ts'
import { lastSummedDay } from '../seals/sum-days.ts'
import type { LedgerFault } from './verify-money.ts'
import { recentStage } from './recent-stage.ts'
import { runStages, start } from './run-stages.ts'
import { salesStage } from './sales-stage.ts'
import { type Counts, nothing, type Stage } from './step.ts'
import { balanceStage } from './verify-balances.ts'
import { causeStage } from './verify-causes.ts'
import { verifyChanged } from './verify-changed.ts'
import { entryStage } from './verify-entries.ts'

export type OpenDaysCheck = Omit<Counts, 'replayed'> & {
  /** The last sealed day of the ledger of money; undefined where the whole history was read. */
  sealedThrough: string | undefined
  faults: LedgerFault[]
}

/**
 * The nightly verification. Each balance is compared with the sums of the sealed days and the entries since; each
 * document that has entries since, or has changed since, is compared with all of its entries; orders that ended recently
 * are compared with themselves. What was sealed is trusted: `verifyHistory` reads it.
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
  const found = new Map(faults.map((one) => [JSON.stringify(one), one]))
  return { ...counts, faults: [...found.values()], sealedThrough: money?.day }
}

const changedStage = (since: Date, pointsSince: Date | undefined): Stage => ({
  name: 'changed orders and top-ups',
  step: async () => ({ ...nothing, next: undefined, faults: await verifyChanged(since, pointsSince) }),
})
