import { queueNames } from '../../platform/job-definition.ts'
import { listJobRuns } from '../../platform/job-runs.ts'
import { auditChainStatus } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { oldestRequestAt } from '../erasure/index.ts'
import { ledgerVerification } from '../maintenance/index.ts'
import {
  countOpenOrders,
  countUnknownUnits,
  type OpenOrders,
  type RecentPayment,
  recentPayments,
  type UnknownUnits,
} from '../orders/index.ts'
import { backupRun, tailRun } from '../recovery/index.ts'
import { reconciliationRun } from '../reports/index.ts'
import { listAccounts } from '../suppliers/index.ts'
import { walletsTotalPaise } from '../wallet/index.ts'
import { countOrders } from './count-orders.ts'
import type { CountedOrders } from './counted-orders-model.ts'
import { freeDiskRatio } from './store-state.ts'
import { countTasks, type TaskStatistics } from './task-statistics.ts'

export type SupplierStatistics = {
  account: string
  /** In the account's own currency; undefined before the first reading. */
  balance: number | undefined
  unit: string
  /** How long the balance lasts; undefined while too little is bought. */
  runwayMs: number | undefined
  pausedItems: number
  /** It does not answer: its balance cannot be read, or its circuit is open. */
  isUnavailable: boolean
}

/** A recurring job. `isExpected`: it has not succeeded yet, and the time is since when it should. */
export type JobStatistics = { job: string; succeededAt: Date; isExpected: boolean }

/** What belongs to the shop and not to a process, at one time. */
export type ShopStatistics = {
  countedAt: Date
  open: OpenOrders[]
  counted: CountedOrders
  tasks: TaskStatistics[]
  queues: { queue: string; state: string; jobs: number }[]
  unknownUnits: UnknownUnits[]
  suppliers: SupplierStatistics[]
  /** Paid UPI orders of the last quarter of an hour, at most a hundred. */
  payments: { gateway: string; withCallback: number; withoutCallback: number }[]
  ledger: { faults: number; adriftPaise: number }
  walletsPaise: number
  jobs: JobStatistics[]
  audit: { isBroken: boolean; unsealed: number }
  freeDiskRatio: number | undefined
  /** When the oldest request to erase a person was made that people still have to decide. */
  erasureRequestedAt: Date | undefined
}

type StatisticsDeps = Pick<Deps, 'clock' | 'env' | 'log' | 'redis' | 'queues' | 'suppliers' | 'gatewayNames'>

/** Callbacks that stay out for this long are missed. */
export const callbackWindowMs = 15 * 60_000

/** Figures that cost more and change little are read at every fortieth count. */
const slowCounts = 40

/** Of accounts, whose figures come from many collections. */
const accountCounts = 4

/** Reads the statistics, each by the query that screens and jobs use where there is one. */
export function createStatisticsReader(deps: StatisticsDeps): () => Promise<ShopStatistics> {
  const countMs = deps.env.MONITORING_INTERVAL_MS
  const walletsPaise = seldom(walletsTotalPaise, slowCounts * countMs)
  const freeDisk = seldom(freeDiskRatio, accountCounts * countMs)
  const oldestErasure = seldom(() => oldestRequestAt(deps.clock.now()), accountCounts * countMs)
  const accountsOf = seldom(() => listAccounts(deps), accountCounts * countMs)
  return async () => {
    const countedAt = deps.clock.now()
    const [open, counted, tasks, queues, unknownUnits, accounts, payments, runs, audit] = await Promise.all([
      countOpenOrders(),
      countOrders(countedAt),
      countTasks(countedAt),
      countJobs(deps),
      countUnknownUnits(),
      accountsOf(),
      recentPayments(),
      readRuns(deps),
      auditChainStatus(deps),
    ])
    return {
      countedAt,
      open,
      counted,
      tasks,
      queues,
      unknownUnits,
      suppliers: accounts.map(supplierStatistics),
      payments: callbacksOf(payments, { gateways: deps.gatewayNames, now: countedAt }),
      ...runs,
      walletsPaise: await walletsPaise(),
      audit: { isBroken: audit.broken !== null, unsealed: audit.waiting },
      freeDiskRatio: await freeDisk(),
      erasureRequestedAt: await oldestErasure(),
    }
  }
}

const supplierStatistics = (
  account: Awaited<ReturnType<typeof listAccounts>>[number],
): SupplierStatistics => ({
  account: account.account,
  balance: account.balance ? Number(account.balance.amount) : undefined,
  unit: account.unit,
  runwayMs: account.spendRate.runwayMs ?? undefined,
  pausedItems: account.paused.filter(({ isOverridden }) => !isOverridden).length,
  isUnavailable: account.unresponsiveSince !== null || account.cooldownUntil !== null,
})

type Sample = { gateways: readonly string[]; now: Date }

/** Pure. Every gateway has a row, so that its silence is a figure and no gap. */
export function callbacksOf(
  payments: readonly RecentPayment[],
  { gateways, now }: Sample,
): ShopStatistics['payments'] {
  const recent = payments.filter(({ at }) => now.getTime() - at.getTime() <= callbackWindowMs)
  return gateways.map((gateway) => {
    const own = recent.filter((payment) => payment.gateway === gateway)
    const withCallback = own.filter(({ hadCallback }) => hadCallback).length
    return { gateway, withCallback, withoutCallback: own.length - withCallback }
  })
}

const jobStates = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const

async function countJobs({ queues }: Pick<Deps, 'queues'>): Promise<ShopStatistics['queues']> {
  const counts = await Promise.all(
    queueNames.map(async (queue) => {
      const found = await queues.all[queue]
        .getJobCounts(...jobStates)
        .catch(() => ({}) as Record<string, number>)
      return Object.entries(found).map(([state, jobs]) => ({ queue, state, jobs }))
    }),
  )
  return counts.flat()
}

/** The recorded jobs, and what the last verification of the ledger found. */
async function readRuns({ env }: StatisticsDeps): Promise<Pick<ShopStatistics, 'jobs' | 'ledger'>> {
  const [runs, reconciliation] = await Promise.all([listJobRuns(), reconciliationRun()])
  const { faults = 0, adriftPaise = 0 } = runs.find(({ _id }) => _id === ledgerVerification) ?? {}
  const isOff = (job: string) => [backupRun, tailRun].includes(job) && env.BACKUP_RECIPIENT === ''
  return {
    jobs: [...runs, ...(reconciliation ? [{ _id: 'reconciliation', ...reconciliation }] : [])]
      .filter(({ _id }) => !isOff(_id))
      .map(({ _id, succeededAt, expectedSince }) => ({
        job: _id,
        succeededAt: succeededAt ?? expectedSince,
        isExpected: succeededAt === null,
      })),
    ledger: { faults, adriftPaise },
  }
}

/** The last result of a read, for some time. */
function seldom<T>(read: () => Promise<T>, everyMs: number): () => Promise<T> {
  let last: { at: number; result: T } | undefined
  return async () => {
    const at = performance.now()
    if (!last || at - last.at >= everyMs) last = { at, result: await read() }
    return last.result
  }
}
