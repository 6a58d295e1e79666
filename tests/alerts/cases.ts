/** The values of a series from minute 0 on, one for each minute, in promtool's notation. */
type InputSeries = { series: string; values: string }

/**
 * What an alert must do with these series: it is silent at `quiet`, raised with these labels at `raised`, and silent
 * again at `cleared`.
 */
export type AlertCase = {
  alert: string
  labels?: Record<string, string>
  series: readonly InputSeries[]
  quiet: string
  raised: string
  cleared: string
}

/** Healthy until the 10th minute, faulty until the 20th, healthy until the 60th. */
const faultyFor10 = { quiet: '9m', raised: '19m', cleared: '25m' } as const
const span = (healthy: number, faulty: number) => `${healthy}x9 ${faulty}x9 ${healthy}x40`

/** A process that service discovery does not find from the 10th to the 20th minute: it has no series. */
const vanishes = '1x9 stale _x9 1x40'

const processes = (job: string, all: readonly string[]): InputSeries[] =>
  all.map((values, index) => ({ series: `up{job="${job}",instance="10.0.0.${index + 1}:9464"}`, values }))

/** A timestamp that follows the time, stops from the 10th to the 40th minute, and follows again. */
const stopsFor30 = { quiet: '9m', raised: '30m', cleared: '45m' } as const
const stopped = '0+60x10 600x29 2400+60x40'

/** Totals of a service in which a share of what happens is bad for some time. */
const kept = '0+10x1200'

export const alertCases: readonly AlertCase[] = [
  {
    alert: 'PaidNotDelivered',
    labels: { reason: 'supplier_unavailable' },
    series: [
      { series: 'jhatpat_orders_oldest_age_seconds{reason="supplier_unavailable"}', values: span(290, 310) },
      { series: 'jhatpat_orders_oldest_age_seconds{reason="manual"}', values: '9000x60' },
      { series: 'jhatpat_orders_oldest_age_seconds{reason="on_hold"}', values: '9000x60' },
    ],
    ...faultyFor10,
  },
  {
    alert: 'OutcomeUnknown',
    labels: { account: 'SMILEBR' },
    series: [
      { series: 'jhatpat_units_unknown_oldest_seconds{account="SMILEBR"}', values: span(590, 610) },
      { series: 'jhatpat_units_unknown_oldest_seconds{account="MOOGOLD"}', values: '0x60' },
    ],
    ...faultyFor10,
  },
  {
    alert: 'DueTaskOverdue',
    labels: { task: 'order.fulfil' },
    series: [
      { series: 'jhatpat_due_task_oldest_overdue_seconds{task="order.fulfil"}', values: span(55, 65) },
    ],
    ...faultyFor10,
  },
  {
    // Each try makes the task due now: it is never overdue for long.
    alert: 'DueTaskFails',
    labels: { task: 'order.check-payment' },
    series: [
      { series: 'jhatpat_due_tasks_swept_often{task="order.check-payment"}', values: span(0, 1) },
      { series: 'jhatpat_due_tasks_swept_often{task="order.fulfil"}', values: '0x60' },
      { series: 'jhatpat_due_task_oldest_overdue_seconds{task="order.check-payment"}', values: '4x60' },
    ],
    ...faultyFor10,
  },
  {
    alert: 'NoPaymentCallbacks',
    labels: { gateway: 'upigateway' },
    series: [
      { series: 'jhatpat_payments_recent{gateway="upigateway",found_by="check"}', values: span(3, 5) },
      { series: 'jhatpat_payments_recent{gateway="upigateway",found_by="callback"}', values: span(4, 0) },
      { series: 'jhatpat_payments_recent{gateway="other",found_by="check"}', values: '2x60' },
      { series: 'jhatpat_payments_recent{gateway="other",found_by="callback"}', values: '0x60' },
    ],
    ...faultyFor10,
  },
  {
    alert: 'SupplierRunwayLow',
    labels: { account: 'SMILEPH' },
    series: [{ series: 'jhatpat_supplier_runway_seconds{account="SMILEPH"}', values: span(21_700, 21_500) }],
    ...faultyFor10,
  },
  {
    alert: 'SupplierUnavailable',
    labels: { account: 'MOOGOLD' },
    series: [{ series: 'jhatpat_supplier_unavailable{account="MOOGOLD"}', values: span(0, 1) }],
    ...faultyFor10,
  },
  {
    alert: 'MoneyAdrift',
    series: [
      { series: 'jhatpat_ledger_adrift_paise', values: span(0, 1) },
      { series: 'jhatpat_ledger_faults', values: span(0, 1) },
    ],
    ...faultyFor10,
  },
  {
    alert: 'MoneyAdrift',
    series: [
      { series: 'jhatpat_ledger_adrift_paise', values: '0x60' },
      { series: 'jhatpat_ledger_faults', values: span(0, 1) },
    ],
    ...faultyFor10,
  },
  {
    alert: 'VerificationLate',
    labels: { recurring_job: 'ledger.verify' },
    series: [
      {
        series: 'jhatpat_job_last_success_timestamp_seconds{recurring_job="ledger.verify"}',
        values: '0x1619 97200x120',
      },
      {
        series: 'jhatpat_job_last_success_timestamp_seconds{recurring_job="audit.verify"}',
        values: '0+60x1800',
      },
    ],
    quiet: '25h50m',
    raised: '26h10m',
    cleared: '27h5m',
  },
  {
    alert: 'VerificationLate',
    labels: { recurring_job: 'audit.verify' },
    series: [
      {
        series: 'jhatpat_job_last_success_timestamp_seconds{recurring_job="audit.verify"}',
        values: '0x199 12000x60',
      },
    ],
    quiet: '2h50m',
    raised: '3h10m',
    cleared: '3h30m',
  },
  {
    alert: 'BackupLate',
    labels: { recurring_job: 'backup' },
    series: [
      {
        series: 'jhatpat_job_last_success_timestamp_seconds{recurring_job="backup"}',
        values: '0x1619 97200x120',
      },
    ],
    quiet: '25h50m',
    raised: '26h10m',
    cleared: '27h5m',
  },
  {
    alert: 'AuditChainBroken',
    series: [{ series: 'jhatpat_audit_chain_broken', values: span(0, 1) }],
    ...faultyFor10,
  },
  {
    alert: 'ServerErrors',
    series: [
      { series: 'jhatpat_http_requests_total{route="/api/orders",status="2xx"}', values: '0+97x90' },
      {
        series: 'jhatpat_http_requests_total{route="/api/orders",status="5xx"}',
        values: '0x19 0+3x20 60x60',
      },
    ],
    quiet: '19m',
    raised: '35m',
    cleared: '55m',
  },
  {
    alert: 'MessagesFail',
    labels: { channel: 'sms' },
    series: [
      { series: 'jhatpat_messages_total{channel="sms",outcome="accepted"}', values: '0+7x120' },
      { series: 'jhatpat_messages_total{channel="sms",outcome="deferred"}', values: '0x19 0+3x30 90x80' },
      // Two of two are too few to judge by.
      { series: 'jhatpat_messages_total{channel="mail",outcome="deferred"}', values: '0x30 1x3 2x90' },
      { series: 'jhatpat_messages_total{channel="push",outcome="rejected"}', values: '0+9x120' },
    ],
    quiet: '19m',
    raised: '45m',
    cleared: '75m',
  },
  {
    alert: 'ProcessDown',
    labels: { job: 'jhatpat-api', instance: '10.0.0.2:9464' },
    series: [
      ...processes('jhatpat-api', ['1x60', span(1, 0)]),
      ...processes('jhatpat-workers', ['1x60', '1x60']),
    ],
    ...faultyFor10,
  },
  {
    alert: 'ProcessDown',
    labels: { job: 'jhatpat-workers' },
    series: [
      ...processes('jhatpat-api', ['1x60', '1x60']),
      ...processes('jhatpat-workers', ['1x60', vanishes]),
    ],
    ...faultyFor10,
  },
  {
    alert: 'ProcessDown',
    labels: { job: 'jhatpat-api' },
    series: [
      ...processes('jhatpat-api', [vanishes, vanishes]),
      ...processes('jhatpat-workers', ['1x60', '1x60', '1x60']),
    ],
    ...faultyFor10,
  },
  {
    alert: 'ShopNotCounted',
    series: [{ series: 'jhatpat_shop_counted_timestamp_seconds', values: stopped }],
    ...stopsFor30,
  },
  {
    alert: 'ShopNotCounted',
    series: [{ series: 'jhatpat_shop_counted_timestamp_seconds', values: '0+60x9 stale _x28 2340+60x40' }],
    ...stopsFor30,
  },
  {
    alert: 'ProbeFails',
    labels: { url: 'https://shop.example' },
    series: [
      { series: 'jhatpat_probe_success{url="https://shop.example",step="product"}', values: span(1, 0) },
    ],
    ...faultyFor10,
  },
  {
    alert: 'ProbeSilent',
    labels: { url: 'https://shop.example' },
    series: [{ series: 'jhatpat_probe_timestamp_seconds{url="https://shop.example"}', values: stopped }],
    ...stopsFor30,
  },
  {
    alert: 'DiskFull',
    series: [{ series: 'jhatpat_mongodb_disk_free_ratio', values: span(0.16, 0.14) }],
    ...faultyFor10,
  },
  {
    alert: 'CertificateExpires',
    labels: { url: 'https://shop.example' },
    series: [
      {
        series: 'jhatpat_probe_certificate_expiry_timestamp_seconds{url="https://shop.example"}',
        values: '1210500x40 7776000x20',
      },
    ],
    quiet: '12m',
    raised: '35m',
    cleared: '45m',
  },
  {
    alert: 'MongoDBWithoutMajority',
    series: [
      { series: 'jhatpat_mongodb_has_primary', values: '1x60' },
      { series: 'jhatpat_mongodb_majority_lag_seconds', values: span(10, 40) },
    ],
    ...faultyFor10,
  },
  {
    alert: 'MongoDBWithoutMajority',
    series: [{ series: 'jhatpat_mongodb_has_primary', values: span(1, 0) }],
    ...faultyFor10,
  },
  {
    alert: 'RedisRefusesWrites',
    series: [{ series: 'jhatpat_redis_takes_writes', values: span(1, 0) }],
    ...faultyFor10,
  },
  {
    // A third of the orders is late for an hour.
    alert: 'DeliveryBudgetBurnsFast',
    series: [
      { series: 'jhatpat_promise_orders_total{result="kept"}', values: kept },
      { series: 'jhatpat_promise_orders_total{result="broken"}', values: '0x59 0+5x60 300x200' },
    ],
    quiet: '59m',
    raised: '110m',
    cleared: '130m',
  },
  {
    // One of eleven is late for seven hours.
    alert: 'DeliveryBudgetBurnsSlow',
    series: [
      { series: 'jhatpat_promise_orders_total{result="kept"}', values: kept },
      { series: 'jhatpat_promise_orders_total{result="broken"}', values: '0x59 0+1x420 420x400' },
    ],
    quiet: '59m',
    raised: '460m',
    cleared: '520m',
  },
  {
    alert: 'StatusBudgetBurnsFast',
    series: [
      { series: 'jhatpat_status_delay_seconds_count', values: kept },
      { series: 'jhatpat_status_delay_seconds_bucket{le="1"}', values: '0+10x59 600+5x60 910+10x200' },
    ],
    quiet: '59m',
    raised: '110m',
    cleared: '130m',
  },
  {
    alert: 'StatusBudgetBurnsSlow',
    series: [
      { series: 'jhatpat_status_delay_seconds_count', values: kept },
      { series: 'jhatpat_status_delay_seconds_bucket{le="1"}', values: '0+10x59 600+9x420 4390+10x400' },
    ],
    quiet: '59m',
    raised: '460m',
    cleared: '520m',
  },
]
