import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { startInterval } from '@jhatpat/shared/platform/interval.ts'
import {
  type QueueName,
  type SupplierQueueName,
  supplierQueueOf,
} from '@jhatpat/shared/platform/job-definition.ts'
import { createPolls } from '@jhatpat/shared/platform/polls.ts'
import { connectBlockingRedis } from '@jhatpat/shared/platform/redis.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { runInProcess } from '@jhatpat/shared/platform/run-in-process.ts'
import { Worker } from 'bullmq'
import { scheduleAuditCheck, startAuditSealer, verifyAuditHandler } from './audit/audit-check.ts'
import { applyPriceChangesHandler } from './catalogue/apply-price-changes-handler.ts'
import type { JobHandler } from './jobs/job.ts'
import { runJob } from './jobs/run-job.ts'
import { startSweeper } from './jobs/sweeper.ts'
import { superviseBackups } from './maintenance/backup-age.ts'
import { startOrderChecks } from './maintenance/order-checks.ts'
import { scheduleLedgerCheck, verifyLedgerHandler } from './maintenance/verify-ledger.ts'
import {
  checkCodeUseHandler,
  checkSmsBalanceHandler,
  scheduleTextMessageChecks,
} from './notifications/check-text-messages.ts'
import {
  inProcessNotifications,
  notifyAccountHandler,
  notifyOrderHandler,
  notifyTopUpHandler,
} from './notifications/notify.ts'
import { completeOrderHandler, fulfilOrderHandler } from './orders/fulfil-order-handler.ts'
import { startHoldRelease } from './orders/hold-release.ts'
import { checkOrderPaymentHandler, checkTopUpPaymentHandler } from './payments/check-order-payment.ts'
import { clearOldRecordsHandler, scheduleClearing } from './person-data/clear-old-records-handler.ts'
import { continueErasuresHandler, scheduleErasures } from './person-data/continue-erasures-handler.ts'
import { startReconciliation } from './reports/reconcile.ts'
import {
  measureDeliveryTimesHandler,
  recountOrdersHandler,
  recountSalesHandler,
  scheduleDeliveryTimes,
  scheduleOrderCounters,
  scheduleSales,
} from './reports/recount.ts'
import { applyOwnerChangesHandler, scheduleOwnerChanges } from './staff/apply-owner-changes.ts'
import { startPolling } from './suppliers/polling.ts'
import {
  schedulePriceLists,
  scheduleSupplierChecks,
  syncPriceListsHandler,
} from './suppliers/supplier-checks.ts'

export const handlers: readonly JobHandler[] = [
  checkOrderPaymentHandler,
  checkTopUpPaymentHandler,
  fulfilOrderHandler,
  completeOrderHandler,
  notifyOrderHandler,
  notifyTopUpHandler,
  notifyAccountHandler,
  applyPriceChangesHandler,
  verifyLedgerHandler,
  syncPriceListsHandler,
  measureDeliveryTimesHandler,
  recountOrdersHandler,
  recountSalesHandler,
  verifyAuditHandler,
  applyOwnerChangesHandler,
  checkSmsBalanceHandler,
  checkCodeUseHandler,
  clearOldRecordsHandler,
  continueErasuresHandler,
]

/** How many jobs of a queue one process runs at once: they mostly wait for other servers. */
export const concurrency = (deps: Pick<Deps, 'env' | 'suppliers'>): Record<QueueName, number> => ({
  payments: 20,
  ...fulfilConcurrency(deps),
  notifications: 10,
  catalogue: 2,
  maintenance: 1,
})

/** Where the balance must distinguish calls, no more run at once than it can. */
function fulfilConcurrency({ env, suppliers }: Pick<Deps, 'env' | 'suppliers'>) {
  const atOnce = supplierNames.map((name) => [
    supplierQueueOf(name),
    suppliers.byName[name].evidence === 'balance' ? env.BALANCE_CONCURRENCY : env.SUPPLIER_CONCURRENCY,
  ])
  return Object.fromEntries(atOnce) as Record<SupplierQueueName, number>
}

/** How often jobs of crashed processes are looked for. No customer waits for the catalogue's and maintenance jobs. */
const stalledIntervalMs = (queue: QueueName) =>
  queue === 'catalogue' || queue === 'maintenance' ? 10_000 : 2_000

const limitsAgainMs = 60_000

/** Limits the concurrency over all processes for accounts whose balance must distinguish calls. */
async function limitGroups({ queues, env, suppliers }: Deps): Promise<void> {
  for (const name of supplierNames.filter((one) => suppliers.byName[one].evidence === 'balance')) {
    await queues.all[supplierQueueOf(name)].setGlobalConcurrency(env.BALANCE_CONCURRENCY)
  }
}

export type RunningWorkers = { stop(): Promise<void> }

/**
 * Runs jobs of every queue that has handlers, and sweeps. `stop` lets running jobs end first;
 * orders queued for a supplier stop waiting, and another process's sweeper enqueues them.
 */
export async function startWorkers(deps: Deps): Promise<RunningWorkers> {
  const redis = connectBlockingRedis(deps.env.REDIS_URL, deps.log)
  const shutdown = new AbortController()
  const inProcess = runInProcess(deps.queues, {
    ...deps,
    handlers: inProcessNotifications({ ...deps, shutdownSignal: shutdown.signal }),
  })
  const polls = createPolls({ redis: deps.redis, prefix: deps.env.QUEUE_PREFIX })
  const jobDeps = { ...deps, polls, queues: inProcess.queues, shutdownSignal: shutdown.signal }
  const runner = { deps: jobDeps, handlers }
  const workers = Object.entries(concurrency(deps)).map(([queue, atOnce]) => {
    const worker = new Worker(queue, (job, token) => runJob(runner, job, token), {
      connection: redis,
      prefix: hashTag(deps.env.QUEUE_PREFIX, queue),
      concurrency: atOnce,
      lockDuration: 5_000,
      stalledInterval: stalledIntervalMs(queue as QueueName),
      // How long a worker rests after a Redis failure; default 15 s.
      runRetryDelay: 1_000,
      maxStalledCount: 10,
    })
    worker.on('error', (error) => deps.log.warn({ queue, err: error.message }, 'worker error'))
    worker.on('failed', (job, error) => {
      deps.log.error(
        { queue, job: job?.name, id: job?.data?.id, attempt: job?.attemptsMade, err: error.message },
        'job failed',
      )
    })
    return worker
  })
  await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  await limitGroups(deps)
  const scheduled = [
    // Redis may have lost the limit since.
    startInterval(
      () => limitGroups(deps),
      () => limitsAgainMs,
    ),
    await scheduleLedgerCheck(deps),
    await schedulePriceLists(deps),
    await scheduleDeliveryTimes(deps),
    await scheduleOrderCounters(deps),
    await scheduleSales(deps),
    await scheduleAuditCheck(deps),
    await superviseBackups(deps),
    await scheduleOwnerChanges(deps),
    await scheduleTextMessageChecks(deps),
    await scheduleClearing(deps),
    await scheduleErasures(deps),
    startPolling(jobDeps),
    scheduleSupplierChecks(jobDeps),
    startOrderChecks(jobDeps),
    startHoldRelease(jobDeps),
    startAuditSealer(jobDeps),
    startReconciliation(jobDeps),
    startSweeper(jobDeps),
  ]
  return {
    stop: async () => {
      shutdown.abort()
      await Promise.all(scheduled.map((one) => one.stop()))
      await Promise.all(workers.map((worker) => worker.close()))
      await inProcess.stop()
      redis.disconnect()
    },
  }
}
