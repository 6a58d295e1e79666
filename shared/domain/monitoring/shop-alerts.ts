import type { AlertSubject } from './alert-state.ts'
import type { ShopStatistics } from './shop-statistics.ts'
import type { StoreState } from './store-state.ts'

/** The shop as it was counted last. `statistics` are older than `stores` while MongoDB does not answer. */
export type MonitoredShop = {
  /** When the stores were read. */
  readAt: Date
  stores: StoreState
  statistics: ShopStatistics | undefined
}

/** A condition that a person must know of, under the name of the alert in deploy/observability/alerts.yml. */
export type ShopAlert = {
  name: string
  summary: string
  /** The page in docs/runbooks/, without its ending. */
  runbook: string
  /** How long it must hold before it is raised, in ms. */
  forMs: number
  /** Pure. What is wrong, each in a few words; none: nothing is; undefined: unknown, so that the alert stays as it is. */
  subjectsOf(shop: MonitoredShop): AlertSubject[] | undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Below three payments nothing follows from the silence of a gateway. */
const minPayments = 3
const maxMajorityLagMs = 30_000
const maxCountAgeMs = 2 * minuteMs

/** Jobs that must succeed, and within what time. */
const maxJobAges: Record<string, number> = {
  'ledger.verify': 26 * hourMs,
  reconciliation: 26 * hourMs,
  'audit.verify': 3 * hourMs,
}

/** A condition on the statistics, unknown before they are read. Ages are as of their time. */
const ofStatistics =
  (subjectsOf: (statistics: ShopStatistics) => AlertSubject[]) =>
  ({ statistics }: MonitoredShop): AlertSubject[] | undefined =>
    statistics && subjectsOf(statistics)

/** A condition that has no subject. */
const singleSubject = (detail: string | undefined): AlertSubject[] =>
  detail === undefined ? [] : [{ name: '', detail }]

const minutesSince = (at: Date, now: Date) => Math.floor((now.getTime() - at.getTime()) / minuteMs)
const isOlder = (at: Date, ms: number, now: Date) => now.getTime() - at.getTime() > ms

function lateJobs(
  { jobs, countedAt }: ShopStatistics,
  maxAgeOf: (job: string) => number | undefined,
): AlertSubject[] {
  return jobs.flatMap(({ job, succeededAt }) => {
    const maxAge = maxAgeOf(job)
    if (maxAge === undefined || !isOlder(succeededAt, maxAge, countedAt)) return []
    const hours = Math.floor(minutesSince(succeededAt, countedAt) / 60)
    return { name: job, detail: `${job} has not succeeded for ${hours} hours` }
  })
}

/** The reasons for which an order waits as it should. */
const waitsRightly = ['unpaid', 'manual', 'on_hold']

/** The alerts that the shop sends itself, for where there is no Prometheus. */
export const shopAlerts: readonly ShopAlert[] = [
  {
    name: 'PaidNotDelivered',
    summary: 'An order has been paid for more than 5 minutes and is not delivered.',
    runbook: 'paid-not-delivered',
    forMs: 0,
    subjectsOf: ofStatistics(({ open, countedAt }) =>
      open.flatMap(({ reason, orders, oldestAt }) => {
        if (!oldestAt || waitsRightly.includes(reason) || !isOlder(oldestAt, 5 * minuteMs, countedAt))
          return []
        const minutes = minutesSince(oldestAt, countedAt)
        return { name: reason, detail: `${orders} open (${reason}), the oldest for ${minutes} minutes` }
      }),
    ),
  },
  {
    name: 'OutcomeUnknown',
    summary: 'The outcome of a purchase has been unknown for more than 10 minutes.',
    runbook: 'outcome-unknown',
    forMs: 0,
    subjectsOf: ofStatistics(({ unknownUnits, countedAt }) =>
      unknownUnits.flatMap(({ account, units, since }) =>
        isOlder(since, 10 * minuteMs, countedAt)
          ? { name: account, detail: `${account}: ${units} units` }
          : [],
      ),
    ),
  },
  {
    name: 'DueTaskOverdue',
    summary: 'A task was due more than a minute ago and is not done.',
    runbook: 'due-task-overdue',
    forMs: 30_000,
    subjectsOf: ofStatistics(({ tasks, countedAt }) =>
      tasks.flatMap(({ task, overdue, oldestDueAt }) =>
        oldestDueAt && isOlder(oldestDueAt, minuteMs, countedAt)
          ? { name: task, detail: `${task}: ${overdue} overdue` }
          : [],
      ),
    ),
  },
  {
    name: 'DueTaskFails',
    summary: 'A task was enqueued again three times or more and is still not done.',
    runbook: 'due-task-overdue',
    forMs: 2 * minuteMs,
    subjectsOf: ofStatistics(({ tasks }) =>
      tasks.flatMap(({ task, sweptOften }) =>
        sweptOften > 0 ? { name: task, detail: `${task}: ${sweptOften} enqueued again and again` } : [],
      ),
    ),
  },
  {
    name: 'NoPaymentCallbacks',
    summary: 'No callback came for 15 minutes while polls found payments.',
    runbook: 'no-payment-callbacks',
    forMs: 2 * minuteMs,
    subjectsOf: ofStatistics(({ payments }) =>
      payments.flatMap(({ gateway, withCallback, withoutCallback }) =>
        withCallback === 0 && withoutCallback >= minPayments
          ? { name: gateway, detail: `${gateway}: ${withoutCallback} payments without a callback` }
          : [],
      ),
    ),
  },
  {
    name: 'SupplierRunwayLow',
    summary: "A supplier account's balance lasts less than 6 hours.",
    runbook: 'supplier-runway-low',
    forMs: 5 * minuteMs,
    subjectsOf: ofStatistics(({ suppliers }) =>
      suppliers.flatMap(({ account, balance, unit, runwayMs }) => {
        if (runwayMs === undefined || runwayMs >= 6 * hourMs) return []
        const minutes = Math.floor(runwayMs / minuteMs)
        return { name: account, detail: `${account}: ${balance} ${unit}, ${minutes} minutes` }
      }),
    ),
  },
  {
    name: 'SupplierUnavailable',
    summary: 'A supplier account has not answered for more than 5 minutes.',
    runbook: 'switch-a-supplier-off',
    forMs: 5 * minuteMs,
    subjectsOf: ofStatistics(({ suppliers }) =>
      suppliers.flatMap(({ account, isUnavailable }) =>
        isUnavailable ? { name: account, detail: account } : [],
      ),
    ),
  },
  {
    name: 'MoneyAdrift',
    summary: 'The last verification of the ledger found a difference.',
    runbook: 'ledger-differs',
    forMs: 0,
    subjectsOf: ofStatistics(({ ledger: { faults, adriftPaise } }) => {
      if (faults === 0 && adriftPaise === 0) return []
      const detail = `${faults} differences, ${adriftPaise} paise`
      // Another night that finds something else is another subject.
      return [{ name: detail, detail }]
    }),
  },
  {
    name: 'VerificationLate',
    summary: 'The ledger, the audit log or the payments of a day have not been verified in time.',
    runbook: 'verification-late',
    forMs: 5 * minuteMs,
    subjectsOf: ofStatistics((statistics) => lateJobs(statistics, (job) => maxJobAges[job])),
  },
  {
    name: 'BackupLate',
    summary: 'There has been no backup for more than 26 hours.',
    runbook: 'backup-late',
    forMs: 5 * minuteMs,
    subjectsOf: ofStatistics((statistics) =>
      lateJobs(statistics, (job) => (job === 'backup' ? 26 * hourMs : undefined)),
    ),
  },
  {
    name: 'AuditChainBroken',
    summary: 'The audit log was changed.',
    runbook: 'audit-chain-broken',
    forMs: 0,
    subjectsOf: ofStatistics(({ audit }) =>
      singleSubject(audit.isBroken ? 'the chain is broken' : undefined),
    ),
  },
  {
    name: 'ShopNotCounted',
    summary: 'No worker counts what belongs to the shop, so the alerts about it are silent.',
    runbook: 'shop-not-counted',
    forMs: 2 * minuteMs,
    subjectsOf: ({ statistics, readAt }) => {
      if (!statistics) return singleSubject('never since the worker started')
      const { countedAt } = statistics
      return singleSubject(
        isOlder(countedAt, maxCountAgeMs, readAt) ? `last at ${countedAt.toISOString()}` : undefined,
      )
    },
  },
  {
    name: 'DiskFull',
    summary: "Less than 15 % of MongoDB's disk is free.",
    runbook: 'disk-full',
    forMs: 5 * minuteMs,
    subjectsOf: ofStatistics(({ freeDiskRatio }) =>
      singleSubject(
        freeDiskRatio !== undefined && freeDiskRatio < 0.15
          ? `${Math.floor(freeDiskRatio * 100)} % free`
          : undefined,
      ),
    ),
  },
  {
    name: 'MongoDBWithoutMajority',
    summary: 'MongoDB confirms no writes.',
    runbook: 'mongodb-without-majority',
    forMs: 30_000,
    subjectsOf: ({ stores: { majorityLagMs } }) => {
      if (majorityLagMs === undefined) return singleSubject('no primary answers')
      const seconds = Math.floor(majorityLagMs / 1_000)
      return singleSubject(
        majorityLagMs > maxMajorityLagMs ? `a majority is ${seconds} seconds behind` : undefined,
      )
    },
  },
  {
    name: 'RedisRefusesWrites',
    summary: 'Redis accepts no writes.',
    runbook: 'redis-refuses-writes',
    forMs: 30_000,
    subjectsOf: ({ stores: { redisTakesWrites } }) =>
      singleSubject(redisTakesWrites ? undefined : 'a write failed'),
  },
]
