import type { Scenario } from '../load/scenario.ts'
import { workerKilled } from './01-worker-killed.ts'
import { redisGone } from './02-redis-gone.ts'
import { primaryStepsDown } from './03-primary-steps-down.ts'
import { mongodKilled } from './04-mongod-killed.ts'
import { supplierBreaksItsAnswer } from './05-supplier-breaks-its-answer.ts'
import { callbackStorm } from './06-callback-storm.ts'
import { factsInAnyOrder } from './07-facts-in-any-order.ts'
import { clocksOff } from './08-clocks-off.ts'
import { stoppedBlockedUnresponsive } from './09-stopped-blocked-unresponsive.ts'
import { partitioned } from './10-partitions.ts'
import { poisonJobs } from './11-poison.ts'
import { rollingRestarts } from './12-rolling-restarts.ts'
import { slowSupplier } from './13-slow-supplier.ts'
import { changingReferences } from './14-changing-references.ts'
import { fiftyThousandOverdue } from './15-fifty-thousand-overdue.ts'
import { lateSupplierDeadWorker } from './16-late-supplier-dead-worker.ts'
import { lateSupplierRedisFailsOver } from './17-late-supplier-redis-fails-over.ts'
import { acceptedOrderUnknown } from './18-accepted-order-unknown.ts'
import { swappedAccount } from './19-swapped-account.ts'
import { twoWorkersWorstOrder } from './20-two-workers-worst-order.ts'
import { processesAddedAndRemoved } from './21-processes-added-and-removed.ts'

/** Every scenario, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  workerKilled,
  redisGone,
  primaryStepsDown,
  mongodKilled,
  supplierBreaksItsAnswer,
  callbackStorm,
  factsInAnyOrder,
  clocksOff,
  stoppedBlockedUnresponsive,
  partitioned,
  poisonJobs,
  rollingRestarts,
  slowSupplier,
  changingReferences,
  fiftyThousandOverdue,
  lateSupplierDeadWorker,
  lateSupplierRedisFailsOver,
  acceptedOrderUnknown,
  swappedAccount,
  twoWorkersWorstOrder,
  ...processesAddedAndRemoved,
]
