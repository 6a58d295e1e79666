import { checkSealedDays } from '../seals/check-days.ts'
import { beginOrContinue, FullCheckModel } from '../seals/full-check-model.ts'
import { ledgers, moneyLedger, pointsLedger } from '../seals/ledgers.ts'
import type { LedgerFault } from './verify-money.ts'
import { type Progress, runStages } from './run-stages.ts'
import { salesStage } from './sales-stage.ts'
import { type Counts, maxFaults } from './step.ts'
import { balanceStage } from './verify-balances.ts'
import { causeStage, replayStage } from './verify-causes.ts'
import { entryStage } from './verify-entries.ts'

const stages = [
  ...ledgers.map((ledger) => entryStage(ledger, undefined)),
  balanceStage(moneyLedger, true),
  balanceStage(pointsLedger, true),
  causeStage,
  replayStage,
  salesStage,
]

export type HistoryCheck = Counts & {
  startedAt: Date
  /** Sealed days that were compared with their entries, and the entries in them. */
  sealed: { days: number; entries: number }
  faults: LedgerFault[]
}

type Verifying = {
  now: Date
  /** Begins anew, whatever another run has left. */
  isRestart?: boolean
  onProgress?: (text: string) => unknown
}

/**
 * Compares the whole history of both ledgers, as `verifyLedger` does, and every sealed day with its seal: in steps of
 * bounded reads. Its progress is stored after each step, and a run that was stopped is continued by the next.
 */
export async function verifyHistory({ now, isRestart, onProgress }: Verifying): Promise<HistoryCheck> {
  if (isRestart) await FullCheckModel.deleteOne({ _id: 'full' })
  const { run, startedAt, ...begun } = await beginOrContinue(now)
  if (startedAt < now) onProgress?.(`continuing the verification that began at ${startedAt.toISOString()}`)
  const save = async (progress: Progress, added: readonly LedgerFault[]) => {
    const { stage, from, counts } = progress
    // Only its own run: another process may have begun anew.
    const { matchedCount } = await FullCheckModel.updateOne(
      { _id: 'full', run },
      { $set: { stage, from, counts }, $push: { faults: { $each: added } } },
    )
    if (matchedCount === 0) throw new Error('another verification was begun')
    onProgress?.(progressText(progress))
  }
  const { counts, faults } = await runStages(stages, begun as Progress, save)
  const {
    days,
    entries,
    faults: sealed,
  } = await checkSealedDays({
    now,
    onDay: (day) => onProgress?.(`sealed day ${day}`),
  })
  return {
    ...counts,
    startedAt,
    sealed: { days, entries },
    faults: [...faults, ...sealed].slice(0, 2 * maxFaults),
  }
}

function progressText({ stage, from, counts, faults }: Progress): string {
  const next = stages[stage]?.name ?? 'sealed days'
  const { entries, balances, replayed } = counts
  return `read ${entries} entries, ${balances} wallets and ${replayed} closed orders, ${faults.length} differences; next: ${next}${from && ` from ${JSON.stringify(from)}`}`
}
