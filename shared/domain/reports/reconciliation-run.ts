import type { IJobRun } from '../../platform/job-runs.ts'
import { type IReconciliationRun, ReconciliationRunModel } from './reconciliation-model.ts'

/**
 * When the last comparison of a day was completed, and since when one is expected: the start of the first. Undefined
 * while there is no day to compare.
 */
export async function reconciliationRun(): Promise<
  Pick<IJobRun, 'succeededAt' | 'expectedSince'> | undefined
> {
  const [last, first] = await Promise.all([
    ReconciliationRunModel.findOne({ step: 'done' })
      .sort({ startedAt: -1 })
      .hint('running')
      .lean<IReconciliationRun | null>(),
    ReconciliationRunModel.findOne().sort({ _id: 1 }).lean<IReconciliationRun | null>(),
  ])
  return first ? { succeededAt: last?.comparedAt ?? null, expectedSince: first.startedAt } : undefined
}
