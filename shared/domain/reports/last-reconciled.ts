import { type IReconciliationRun, ReconciliationRunModel } from './reconciliation-model.ts'

/** When the last comparison of a day was completed; undefined: none yet. */
export async function lastReconciledAt(): Promise<Date | undefined> {
  const run = await ReconciliationRunModel.findOne({ step: 'done' })
    .sort({ startedAt: -1 })
    .hint('running')
    .lean<IReconciliationRun | null>()
  return run?.comparedAt ?? undefined
}
