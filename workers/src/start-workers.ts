import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import {
  type FulfilQueueName,
  fulfilQueueOf,
  type QueueName,
} from '@jhatpat/shared/platform/job-definition.ts'
import { createPolls } from '@jhatpat/shared/platform/polls.ts'
import { connectBlockingRedis } from '@jhatpat/shared/platform/redis.ts'
import { keyGroup } from '@jhatpat/shared/platform/redis-keys.ts'
import { repeat } from '@jhatpat/shared/platform/repeat.ts'
import { runHere } from '@jhatpat/shared/platform/run-here.ts'
import { Worker } from 'bullmq'
import { applyPricesHandler } from './catalogue/apply-prices-handler.ts'
import { closeOrderHandler } from './fulfilment/close-order-handler.ts'
import { fulfilOrderHandler } from './fulfilment/fulfil-order-handler.ts'
import { keepPolling } from './fulfilment/keep-polling.ts'
import type { JobHandler } from './job.ts'
import { applyOwnerChangesHandler, keepOwnerChanges } from './maintenance/apply-owner-changes.ts'
import {
  checkCodeUseHandler,
  checkSmsBalanceHandler,
  keepTextMessages,
} from './maintenance/check-text-messages.ts'
import { recountOrdersHandler, keepFigures } from './maintenance/count-figures.ts'
import { countSalesHandler, keepSales } from './maintenance/count-sales.ts'
import { keepAudit, startSealer, verifyAuditHandler } from './maintenance/keep-audit.ts'
import { keepChecking } from './maintenance/keep-checking.ts'
import { keepSuppliers } from './maintenance/keep-suppliers.ts'
import { startLettingOut } from './maintenance/let-out.ts'
import { keepPaces, measureDeliveryTimesHandler } from './maintenance/measure-paces.ts'
import { startReconciling } from './maintenance/reconcile.ts'
import { startSweeper } from './maintenance/sweeper.ts'
import { keepSync, syncPriceListsHandler } from './maintenance/sync-packs.ts'
import { keepNightly, verifyLedgerHandler } from './maintenance/verify-ledger.ts'
import {
  notifyAccountHandler,
  notifyOrderHandler,
  notifyTopUpHandler,
  toldHere,
} from './notifications/notify.ts'
import { checkOrderPaymentHandler } from './payments/check-order-payment.ts'
import { checkTopUpPaymentHandler } from './payments/check-top-up-payment.ts'
import { runJob } from './run-job.ts'

export const handlers: readonly JobHandler[] = [
  checkOrderPaymentHandler,
  checkTopUpPaymentHandler,
  fulfilOrderHandler,
  closeOrderHandler,
  notifyOrderHandler,
  notifyTopUpHandler,
  notifyAccountHandler,
  applyPricesHandler,
  verifyLedgerHandler,
  syncPriceListsHandler,
  measureDeliveryTimesHandler,
  recountOrdersHandler,
  countSalesHandler,
  verifyAuditHandler,
  applyOwnerChangesHandler,
  checkSmsBalanceHandler,
  checkCodeUseHandler,
]

/** How many jobs of a queue one process works on at once: they mostly wait for others' servers. */
export const concurrency = (deps: Pick<Deps, 'env' | 'suppliers'>): Record<QueueName, number> => ({
  payments: 20,
  ...fulfilConcurrency(deps),
  notifications: 10,
  catalogue: 2,
  maintenance: 1,
})

/** Where the balance must tell calls apart, no more go out at once than it can. */
function fulfilConcurrency({ env, suppliers }: Pick<Deps, 'env' | 'suppliers'>) {
  const atOnce = supplierNames.map((name) => [
    fulfilQueueOf(name),
    suppliers.byName[name].evidence === 'balance' ? env.BALANCE_CONCURRENCY : env.SUPPLIER_CONCURRENCY,
  ])
  return Object.fromEntries(atOnce) as Record<FulfilQueueName, number>
}

const limitsAgainMs = 60_000

/** All processes together take no more at once from an account whose balance must tell its calls apart. */
async function limitGroups({ queues, env, suppliers }: Deps): Promise<void> {
  for (const name of supplierNames.filter((one) => suppliers.byName[one].evidence === 'balance')) {
    await queues.all[fulfilQueueOf(name)].setGlobalConcurrency(env.BALANCE_CONCURRENCY)
  }
}

export type RunningWorkers = { stop(): Promise<void> }

/**
 * Takes jobs from every queue that has handlers, and sweeps. `stop` lets running jobs end first, and orders that wait
 * for their turn at a supplier wait no longer: another process's sweeper takes them up.
 */
export async function startWorkers(deps: Deps): Promise<RunningWorkers> {
  const redis = connectBlockingRedis(deps.env.REDIS_URL, deps.log)
  const stopping = new AbortController()
  const here = runHere(deps.queues, { ...deps, work: toldHere({ ...deps, stopping: stopping.signal }) })
  const polls = createPolls({ redis: deps.redis, prefix: deps.env.QUEUE_PREFIX })
  const jobDeps = { ...deps, polls, queues: here.queues, stopping: stopping.signal }
  const runner = { deps: jobDeps, handlers }
  const workers = Object.entries(concurrency(deps)).map(([queue, atOnce]) => {
    const worker = new Worker(queue, (job, token) => runJob(runner, job, token), {
      connection: redis,
      prefix: keyGroup(deps.env.QUEUE_PREFIX, queue),
      concurrency: atOnce,
      lockDuration: 5_000,
      stalledInterval: 2_000,
      // How long a worker rests after Redis has failed it; 15 s if nothing is said.
      runRetryDelay: 1_000,
      maxStalledCount: 10,
    })
    worker.on('error', (error) => deps.log.warn({ queue, err: error.message }, 'worker trouble'))
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
  const kept = [
    // Redis may have lost it since.
    repeat(
      () => limitGroups(deps),
      () => limitsAgainMs,
    ),
    await keepNightly(deps),
    await keepSync(deps),
    await keepPaces(deps),
    await keepFigures(deps),
    await keepSales(deps),
    await keepAudit(deps),
    await keepOwnerChanges(deps),
    await keepTextMessages(deps),
    keepPolling(jobDeps),
    keepSuppliers(jobDeps),
    keepChecking(jobDeps),
    startLettingOut(jobDeps),
    startSealer(jobDeps),
    startReconciling(jobDeps),
    startSweeper(jobDeps),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(kept.map((one) => one.stop()))
      await Promise.all(workers.map((worker) => worker.close()))
      await here.stop()
      redis.disconnect()
    },
  }
}
