import { accountMutants } from './account-mutants.ts'
import { approvalMutants } from './approval-mutants.ts'
import { auditMutants } from './audit-mutants.ts'
import { batchMutants } from './batch-mutants.ts'
import { boundedMutants } from './bounded-mutants.ts'
import { buyingMutants } from './buying-mutants.ts'
import { catalogueMutants } from './catalogue-mutants.ts'
import { coinMutants } from './coin-mutants.ts'
import { colleagueMutants } from './colleague-mutants.ts'
import { continuousCheckMutants } from './continuous-check-mutants.ts'
import { customerMutants } from './customer-mutants.ts'
import { deploymentMutants } from './deployment-mutants.ts'
import { edgeMutants } from './edge-mutants.ts'
import { encryptionMutants } from './encryption-mutants.ts'
import { erasureMutants } from './erasure-mutants.ts'
import { evidenceMutants } from './evidence-mutants.ts'
import { explanationMutants } from './explanation-mutants.ts'
import { holdMutants } from './hold-mutants.ts'
import { identityMutants } from './identity-mutants.ts'
import { inputMutants } from './input-mutants.ts'
import { lateAnswerMutants } from './late-answer-mutants.ts'
import { lateEffectMutants } from './late-effect-mutants.ts'
import { latePointsMutants } from './late-points-mutants.ts'
import { ledgerCheckMutants } from './ledger-check-mutants.ts'
import { ledgerMutants } from './ledger-mutants.ts'
import { messageMutants } from './message-mutants.ts'
import { moneyMutants } from './money-mutants.ts'
import { monitoringMutants } from './monitoring-mutants.ts'
import { personDataMutants } from './person-data-mutants.ts'
import { pollMutants } from './poll-mutants.ts'
import { pushMutants } from './push-mutants.ts'
import { replayMutants } from './replay-mutants.ts'
import { restoreMutants } from './restore-mutants.ts'
import { rotationMutants } from './rotation-mutants.ts'
import { securityMutants } from './security-mutants.ts'
import { signInMutants } from './sign-in-mutants.ts'
import { simulatedMutants } from './simulated-mutants.ts'
import { staffActionMutants } from './staff-action-mutants.ts'
import { strangerMutants } from './stranger-mutants.ts'
import { supplierMutants } from './supplier-mutants.ts'
import { taskMutants } from './task-mutants.ts'
import { telemetryMutants } from './telemetry-mutants.ts'
import type { Mutant } from './tree/mutant.ts'
import { vaultMutants } from './vault-mutants.ts'
import { vendorAccountMutants } from './vendor-account-mutants.ts'
import { vendorMutants } from './vendor-mutants.ts'

/** Each list is registered only here. */
export const allMutants: readonly Mutant[] = [
  ...accountMutants,
  ...approvalMutants,
  ...auditMutants,
  ...ledgerMutants,
  ...restoreMutants,
  ...rotationMutants,
  ...boundedMutants,
  ...buyingMutants,
  ...coinMutants,
  ...colleagueMutants,
  ...continuousCheckMutants,
  ...customerMutants,
  ...staffActionMutants,
  ...deploymentMutants,
  ...edgeMutants,
  ...evidenceMutants,
  ...explanationMutants,
  ...catalogueMutants,
  ...batchMutants,
  ...telemetryMutants,
  ...identityMutants,
  ...encryptionMutants,
  ...lateAnswerMutants,
  ...lateEffectMutants,
  ...latePointsMutants,
  ...ledgerCheckMutants,
  ...messageMutants,
  ...moneyMutants,
  ...monitoringMutants,
  ...personDataMutants,
  ...erasureMutants,
  ...pollMutants,
  ...pushMutants,
  ...replayMutants,
  ...securityMutants,
  ...inputMutants,
  ...signInMutants,
  ...simulatedMutants,
  ...strangerMutants,
  ...supplierMutants,
  ...vaultMutants,
  ...vendorAccountMutants,
  ...vendorMutants,
  ...holdMutants,
  ...taskMutants,
]
