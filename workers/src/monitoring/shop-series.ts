import type { ShopStatistics, StoreState } from '@jhatpat/shared/domain/monitoring/index.ts'

/** One value of a series, with those of its labels; undefined: the series is absent. */
type Value = { labels?: readonly string[]; value: number | undefined }

export type ShopSeries = {
  name: `jhatpat_${string}`
  help: string
  /** No value of a label is an id. */
  labels?: readonly string[]
  /** A total that only rises. */
  isCounter?: true
  values(shop: ShopStatistics): Value[]
}

const seconds = (ms: number) => ms / 1_000
/** As of the count, not of the scrape: a count that stays out makes no order older. */
const secondsSince = (at: Date, countedAt: Date) => Math.max(0, seconds(countedAt.getTime() - at.getTime()))
const timestamp = (at: Date) => at.getTime() / 1_000
const one = (value: number | undefined): Value[] => [{ value }]

/** Every series that belongs to the shop and not to a process. */
export const shopSeries: readonly ShopSeries[] = [
  {
    name: 'jhatpat_shop_counted_timestamp_seconds',
    help: 'When the series of the shop were counted.',
    values: ({ countedAt }) => one(timestamp(countedAt)),
  },
  {
    name: 'jhatpat_orders_open',
    help: 'Open orders: unpaid, or paid by the reason for which they wait (none: work continues).',
    labels: ['reason'],
    values: ({ open }) => open.map(({ reason, orders }) => ({ labels: [reason], value: orders })),
  },
  {
    name: 'jhatpat_orders_open_rupees',
    help: 'Rupees of paid open orders.',
    labels: ['reason'],
    values: ({ open }) => open.map(({ reason, paise }) => ({ labels: [reason], value: paise / 100 })),
  },
  {
    name: 'jhatpat_orders_oldest_age_seconds',
    help: 'Time since the oldest open order was paid.',
    labels: ['reason'],
    values: ({ open, countedAt }) =>
      open.map(({ reason, oldestAt }) => ({
        labels: [reason],
        value: oldestAt ? secondsSince(oldestAt, countedAt) : 0,
      })),
  },
  {
    name: 'jhatpat_orders_ended_total',
    help: 'Orders that ended, by status.',
    labels: ['status'],
    isCounter: true,
    values: ({ counted }) =>
      Object.entries(counted.ended).map(([status, value]) => ({ labels: [status], value })),
  },
  {
    name: 'jhatpat_promise_orders_total',
    help: 'Paid orders that were delivered within the promised time (kept) or were not when it had passed (broken).',
    labels: ['result'],
    isCounter: true,
    values: ({ counted: { kept, broken } }) => [
      { labels: ['kept'], value: kept },
      { labels: ['broken'], value: broken },
    ],
  },
  {
    name: 'jhatpat_due_tasks_waiting',
    help: 'Tasks of documents, due now or later, by the name of their jobs.',
    labels: ['task'],
    values: ({ tasks }) => tasks.map(({ task, waiting }) => ({ labels: [task], value: waiting })),
  },
  {
    name: 'jhatpat_due_tasks_overdue',
    help: 'Tasks that are overdue after the time in which a job does them.',
    labels: ['task'],
    values: ({ tasks }) => tasks.map(({ task, overdue }) => ({ labels: [task], value: overdue })),
  },
  {
    name: 'jhatpat_due_tasks_swept_often',
    help: 'Due tasks that were enqueued again three times in a row or more.',
    labels: ['task'],
    values: ({ tasks }) => tasks.map(({ task, sweptOften }) => ({ labels: [task], value: sweptOften })),
  },
  {
    name: 'jhatpat_due_task_oldest_overdue_seconds',
    help: 'Time since the oldest task was due; 0: none is.',
    labels: ['task'],
    values: ({ tasks, countedAt }) =>
      tasks.map(({ task, oldestDueAt }) => ({
        labels: [task],
        value: oldestDueAt ? secondsSince(oldestDueAt, countedAt) : 0,
      })),
  },
  {
    name: 'jhatpat_notifications_waiting',
    help: 'Notifications that are not sent yet, by the name of their jobs.',
    labels: ['task'],
    values: ({ tasks }) =>
      tasks
        .filter(({ task }) => task.includes('notify'))
        .map(({ task, waiting }) => ({ labels: [task], value: waiting })),
  },
  {
    name: 'jhatpat_queue_jobs',
    help: 'Jobs in Redis, by queue and state.',
    labels: ['queue', 'state'],
    values: ({ queues }) => queues.map(({ queue, state, jobs }) => ({ labels: [queue, state], value: jobs })),
  },
  {
    name: 'jhatpat_units_unknown',
    help: 'Purchases without a known outcome, by supplier account.',
    labels: ['account'],
    values: ({ suppliers, unknownUnits }) =>
      suppliers.map(({ account }) => ({
        labels: [account],
        value: unknownUnits.find((own) => own.account === account)?.units ?? 0,
      })),
  },
  {
    name: 'jhatpat_units_unknown_oldest_seconds',
    help: 'Time since the first of them was sent.',
    labels: ['account'],
    values: ({ suppliers, unknownUnits, countedAt }) =>
      suppliers.map(({ account }) => {
        const own = unknownUnits.find((units) => units.account === account)
        return { labels: [account], value: own ? secondsSince(own.since, countedAt) : 0 }
      }),
  },
  {
    name: 'jhatpat_supplier_balance',
    help: 'Balance of a supplier account in its own currency.',
    labels: ['account', 'unit'],
    values: ({ suppliers }) =>
      suppliers.map(({ account, unit, balance }) => ({ labels: [account, unit], value: balance })),
  },
  {
    name: 'jhatpat_supplier_runway_seconds',
    help: 'How long the balance lasts at the current rate; absent while too little is bought.',
    labels: ['account'],
    values: ({ suppliers }) =>
      suppliers.map(({ account, runwayMs }) => ({
        labels: [account],
        value: runwayMs === undefined ? undefined : seconds(runwayMs),
      })),
  },
  {
    name: 'jhatpat_supplier_paused_items',
    help: 'Items that are off sale because the balance does not cover them.',
    labels: ['account'],
    values: ({ suppliers }) =>
      suppliers.map(({ account, pausedItems }) => ({ labels: [account], value: pausedItems })),
  },
  {
    name: 'jhatpat_supplier_unavailable',
    help: '1 while a supplier account does not answer.',
    labels: ['account'],
    values: ({ suppliers }) =>
      suppliers.map(({ account, isUnavailable }) => ({ labels: [account], value: Number(isUnavailable) })),
  },
  {
    name: 'jhatpat_payments_recent',
    help: 'A sample of the payments of the last 15 minutes: those whose gateway sent a callback, and those found by polls.',
    labels: ['gateway', 'found_by'],
    values: ({ payments }) =>
      payments.flatMap(({ gateway, withCallback, withoutCallback }) => [
        { labels: [gateway, 'callback'], value: withCallback },
        { labels: [gateway, 'check'], value: withoutCallback },
      ]),
  },
  {
    name: 'jhatpat_ledger_faults',
    help: 'Differences that the last verification of the ledger found.',
    values: ({ ledger }) => one(ledger.faults),
  },
  {
    name: 'jhatpat_ledger_adrift_paise',
    help: 'The sum of the amounts by which money differs, in paise.',
    values: ({ ledger }) => one(ledger.adriftPaise),
  },
  {
    name: 'jhatpat_wallet_liability_rupees',
    help: 'Rupees in the customers’ wallets.',
    values: ({ walletsPaise }) => one(walletsPaise / 100),
  },
  {
    name: 'jhatpat_job_last_success_timestamp_seconds',
    help: 'The last success of a recurring job, or since when it is expected.',
    // Prometheus sets `job` itself.
    labels: ['recurring_job'],
    values: ({ jobs }) =>
      jobs.map(({ job, succeededAt }) => ({ labels: [job], value: timestamp(succeededAt) })),
  },
  {
    name: 'jhatpat_erasure_request_age_seconds',
    help: 'Time since the oldest request to erase a person that people still have to decide; 0 when there is none.',
    values: ({ erasureRequestedAt, countedAt }) =>
      one(erasureRequestedAt ? secondsSince(erasureRequestedAt, countedAt) : 0),
  },
  {
    name: 'jhatpat_audit_chain_broken',
    help: '1 when the last verification of the audit log found it changed.',
    values: ({ audit }) => one(Number(audit.isBroken)),
  },
  {
    name: 'jhatpat_audit_unsealed_rows',
    help: 'Rows of the audit log that are not sealed yet.',
    values: ({ audit }) => one(audit.unsealed),
  },
  {
    name: 'jhatpat_mongodb_disk_free_ratio',
    help: 'The free part of the disk with MongoDB’s data; absent where the server does not report it.',
    values: ({ freeDiskRatio }) => one(freeDiskRatio),
  },
]

/** The state of MongoDB and Redis, read also while the statistics cannot be. */
export const storeSeries: readonly (Pick<ShopSeries, 'name' | 'help'> & {
  value(stores: StoreState): number | undefined
})[] = [
  {
    name: 'jhatpat_mongodb_has_primary',
    help: '1 while a primary of MongoDB answers.',
    value: ({ majorityLagMs }) => Number(majorityLagMs !== undefined),
  },
  {
    name: 'jhatpat_mongodb_majority_lag_seconds',
    help: 'Age of the last write that a majority of the replica set has.',
    value: ({ majorityLagMs }) => (majorityLagMs === undefined ? undefined : seconds(majorityLagMs)),
  },
  {
    name: 'jhatpat_redis_takes_writes',
    help: '1 while Redis accepts writes.',
    value: ({ redisTakesWrites }) => Number(redisTakesWrites),
  },
]
