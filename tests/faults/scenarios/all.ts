import type { Scenario } from '../scenario.ts'
import { supplierBreaksItsAnswer } from './05-supplier-breaks-its-answer.ts'

/** Every scenario, in the order in which they run. */
export const scenarios: readonly Scenario[] = [supplierBreaksItsAnswer]
