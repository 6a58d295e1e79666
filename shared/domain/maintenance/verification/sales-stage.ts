import { readSnapshot } from '../../../platform/snapshot.ts'
import { verifySales } from '../../reports/index.ts'
import { nothing, type Stage } from './step.ts'

/** Whether two closed days of sales, the last and a random one, are what their orders say. */
export const salesStage: Stage = {
  name: 'sales',
  step: async () => ({ ...nothing, next: undefined, faults: await readSnapshot(verifySales) }),
}
