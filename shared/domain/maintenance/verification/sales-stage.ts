import { readSnapshot } from '../../../platform/snapshot.ts'
import { verifySales } from '../../reports/index.ts'
import { nothing, type Stage } from './step.ts'

/** Verifies two closed days of sales, the last and a random one, against their orders. */
export const salesStage: Stage = {
  name: 'sales',
  step: async () => ({ ...nothing, next: undefined, faults: await readSnapshot(verifySales) }),
}
