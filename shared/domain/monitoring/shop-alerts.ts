import type { ShopStatistics } from './shop-statistics.ts'
import type { StoreState } from './store-state.ts'

/** The shop as it was counted last. `statistics` are older than `stores` while MongoDB does not answer. */
export type MonitoredShop = { statistics: ShopStatistics | undefined; stores: StoreState }

/** A condition that a person must know of, under the name of the alert in deploy/observability/alerts.yml. */
export type ShopAlert = {
  name: string
  summary: string
  /** The page in docs/runbooks/, without its ending. */
  runbook: string
  /** How long it must hold before it is raised, in ms. */
  forMs: number
  /** Pure. What is wrong now, in a few words; undefined: nothing is. */
  detailOf(shop: MonitoredShop, now: Date): string | undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Below three payments nothing follows from the silence of a gateway. */
const minPayments = 3
const maxMajorityLagMs = 30_000

/** Jobs that must succeed, and within what time. */
const maxJobAges: Record<string, number> = {
  'ledger.verify': 26 * hourMs,
  reconciliation: 26 * hourMs,
  'audit.verify': 3 * hourMs,
}

/** A condition on the statistics, which may not have been read yet. */
const ofStatistics =
  (detailOf: (statistics: ShopStatistics, now: Date) => readonly string[]) =>
  ({ statistics }: MonitoredShop, now: Date): string | undefined =>
    (statistics && detailOf(statistics, now).join(', ')) || undefined

const minutesSince = (at: Date, now: Date) => Math.floor((now.getTime() - at.getTime()) / minuteMs)
const isOlder = (at: Date, ms: number, now: Date) => now.getTime() - at.getTime() > ms

function lateJobs(
  { jobs }: ShopStatistics,
  now: Date,
  maxAgeOf: (job: string) => number | undefined,
): string[] {
  return jobs.flatMap(({ job, succeededAt }) => {
    const maxAge = maxAgeOf(job)
    if (maxAge === undefined || !isOlder(succeededAt, maxAge, now)) return []
    return `${job} last succeeded ${Math.floor(minutesSince(succeededAt, now) / 60)} hours ago`
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
    detailOf: ofStatistics(({ open }, now) =>
      open.flatMap(({ reason, orders, oldestAt }) =>
        oldestAt && !waitsRightly.includes(reason) && isOlder(oldestAt, 5 * minuteMs, now)
          ? `${orders} open (${reason}), the oldest for ${minutesSince(oldestAt, now)} minutes`
          : [],
      ),
    ),
  },
  {
    name: 'OutcomeUnknown',
    summary: 'The outcome of a purchase has been unknown for more than 10 minutes.',
    runbook: 'outcome-unknown',
    forMs: 0,
    detailOf: ofStatistics(({ unknownUnits }, now) =>
      unknownUnits.flatMap(({ account, units, since }) =>
        isOlder(since, 10 * minuteMs, now) ? `${account}: ${units} units` : [],
      ),
    ),
  },
  {
    name: 'DueTaskOverdue',
    summary: 'A task was due more than a minute ago and is not done.',
    runbook: 'due-task-overdue',
    forMs: 30_000,
    detailOf: ofStatistics(({ tasks }, now) =>
      tasks.flatMap(({ task, overdue, oldestDueAt }) =>
        oldestDueAt && isOlder(oldestDueAt, minuteMs, now) ? `${task}: ${overdue} overdue` : [],
      ),
    ),
  },
  {
    name: 'NoPaymentCallbacks',
    summary: 'No callback came for 15 minutes while polls found payments.',
    runbook: 'no-payment-callbacks',
    forMs: 2 * minuteMs,
    detailOf: ofStatistics(({ payments }) =>
      payments.flatMap(({ gateway, withCallback, withoutCallback }) =>
        withCallback === 0 && withoutCallback >= minPayments
          ? `${gateway}: ${withoutCallback} payments without a callback`
          : [],
      ),
    ),
  },
  {
    name: 'SupplierRunwayLow',
    summary: "A supplier account's balance lasts less than 6 hours.",
    runbook: 'supplier-runway-low',
    forMs: 5 * minuteMs,
    detailOf: ofStatistics(({ suppliers }) =>
      suppliers.flatMap(({ account, balance, unit, runwayMs }) =>
        runwayMs !== undefined && runwayMs < 6 * hourMs
          ? `${account}: ${balance} ${unit}, ${Math.floor(runwayMs / minuteMs)} minutes`
          : [],
      ),
    ),
  },
  {
    name: 'SupplierUnavailable',
    summary: 'A supplier account has not answered for more than 5 minutes.',
    runbook: 'switch-a-supplier-off',
    forMs: 5 * minuteMs,
    detailOf: ofStatistics(({ suppliers }) =>
      suppliers.flatMap(({ account, isUnavailable }) => (isUnavailable ? account : [])),
    ),
  },
  {
    name: 'MoneyAdrift',
    summary: 'The last verification of the ledger found a difference.',
    runbook: 'ledger-differs',
    forMs: 0,
    detailOf: ofStatistics(({ ledger: { faults, adriftPaise } }) =>
      faults > 0 || adriftPaise !== 0 ? [`${faults} differences, ${adriftPaise} paise`] : [],
    ),
  },
  {
    name: 'VerificationLate',
    summary: 'The ledger, the audit log or the payments of a day have not been verified in time.',
    runbook: 'verification-late',
    forMs: 5 * minuteMs,
    detailOf: ofStatistics((statistics, now) => lateJobs(statistics, now, (job) => maxJobAges[job])),
  },
  {
    name: 'BackupLate',
    summary: 'There has been no backup for more than 26 hours.',
    runbook: 'backup-late',
    forMs: 5 * minuteMs,
    detailOf: ofStatistics((statistics, now) =>
      lateJobs(statistics, now, (job) => (job === 'backup' ? 26 * hourMs : undefined)),
    ),
  },
  {
    name: 'AuditChainBroken',
    summary: 'The audit log was changed.',
    runbook: 'audit-chain-broken',
    forMs: 0,
    detailOf: ofStatistics(({ audit }) => (audit.isBroken ? ['the chain is broken'] : [])),
  },
  {
    name: 'DiskFull',
    summary: "Less than 15 % of MongoDB's disk is free.",
    runbook: 'disk-full',
    forMs: 5 * minuteMs,
    detailOf: ofStatistics(({ freeDiskRatio }) =>
      freeDiskRatio !== undefined && freeDiskRatio < 0.15
        ? [`${Math.floor(freeDiskRatio * 100)} % free`]
        : [],
    ),
  },
  {
    name: 'MongoDBWithoutMajority',
    summary: 'MongoDB confirms no writes.',
    runbook: 'mongodb-without-majority',
    forMs: 30_000,
    detailOf: ({ stores: { majorityLagMs } }) => {
      if (majorityLagMs === undefined) return 'no primary answers'
      return majorityLagMs > maxMajorityLagMs
        ? `a majority is ${Math.floor(majorityLagMs / 1_000)} seconds behind`
        : undefined
    },
  },
  {
    name: 'RedisRefusesWrites',
    summary: 'Redis accepts no writes.',
    runbook: 'redis-refuses-writes',
    forMs: 30_000,
    detailOf: ({ stores: { redisTakesWrites } }) => (redisTakesWrites ? undefined : 'a write failed'),
  },
]
