import type { AlertCase } from './alert-case.ts'
import { dueTaskOverdue, noPaymentCallbacks, outcomeUnknown, paidNotDelivered } from './order-cases.ts'
import { auditChainBroken, auditLate, backupLate, ledgerLate, moneyAdrift } from './record-cases.ts'
import { mongodbWithoutMajority, redisRefusesWrites } from './store-cases.ts'
import { supplierRunwayLow, supplierUnavailable } from './supplier-cases.ts'

/** One after the other. A set of three members is started for those that need one, at the end. */
export const alertCases: readonly AlertCase[] = [
  paidNotDelivered,
  outcomeUnknown,
  dueTaskOverdue,
  noPaymentCallbacks,
  supplierRunwayLow,
  supplierUnavailable,
  moneyAdrift,
  ledgerLate,
  auditLate,
  backupLate,
  auditChainBroken,
  redisRefusesWrites,
  mongodbWithoutMajority,
]
