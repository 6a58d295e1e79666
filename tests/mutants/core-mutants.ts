import { approvalMutants } from './approval-mutants.ts'
import { colleagueMutants } from './colleague-mutants.ts'
import { lateAnswerMutants } from './late-answer-mutants.ts'
import { moneyMutants } from './money-mutants.ts'
import { supplierMutants } from './supplier-mutants.ts'
import type { Mutant } from './tree/mutant.ts'

/**
 * The mutants of money, suppliers and permissions, which CI runs each time: at most twelve minutes on two
 * idle cores.
 */
export const coreMutants: readonly Mutant[] = [
  ...moneyMutants,
  ...supplierMutants,
  ...lateAnswerMutants,
  ...approvalMutants,
  ...colleagueMutants,
]
