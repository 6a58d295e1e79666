import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import { paymentGatewayNames } from '@jhatpat/shared/contracts/payment-gateways.ts'
import { pendingReasons } from '@jhatpat/shared/contracts/pending-reasons.ts'
import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import type { MonitoredShop, ShopStatistics } from '@jhatpat/shared/domain/monitoring/index.ts'
import { queueNames } from '@jhatpat/shared/platform/job-definition.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { measure } from '@jhatpat/shared/platform/measurements/index.ts'
import { collectProcessMetrics } from '@jhatpat/shared/platform/metrics/process-metrics.ts'
import { serveSources } from '@jhatpat/shared/platform/metrics/serve-sources.ts'
import { expect, it, onTestFinished } from 'vitest'
import { shopMetrics } from './shop-metrics.ts'

const now = new Date('2026-11-29T12:00:00Z')
const ago = (s: number) => new Date(now.getTime() - s * 1_000)

/** Statistics with every value of every label. */
const fullStatistics: ShopStatistics = {
  countedAt: ago(5),
  open: [...pendingReasons, 'none' as const, 'unpaid' as const].map((reason) => ({
    ...{ reason, orders: 2, paise: 31_950, oldestAt: ago(405) },
  })),
  counted: {
    ...{ _id: 'orders', until: ago(10), kept: 90, broken: 10 },
    ended: Object.fromEntries(orderStatuses.map((status) => [status, 7])),
  },
  tasks: dueTasks.map(({ name }) => ({
    task: name,
    waiting: 3,
    overdue: 1,
    sweptOften: 1,
    oldestDueAt: ago(66),
  })),
  queues: queueNames.flatMap((queue) =>
    ['waiting', 'prioritized', 'active', 'delayed', 'failed'].map((state) => ({ queue, state, jobs: 4 })),
  ),
  unknownUnits: supplierNames.map((account) => ({ account, units: 1, since: ago(705) })),
  suppliers: supplierNames.map((account) => ({
    ...{ account, balance: 5_310.5, unit: 'coins', runwayMs: 3_600_000, pausedItems: 2, isUnavailable: true },
  })),
  payments: paymentGatewayNames.map((gateway) => ({ gateway, withCallback: 0, withoutCallback: 5 })),
  ledger: { faults: 1, adriftPaise: 31_900 },
  walletsPaise: 1_234_550,
  jobs: ['ledger.verify', 'audit.verify', 'reconciliation', 'backup'].map((job) => ({
    ...{ job, succeededAt: ago(3_600), isExpected: false },
  })),
  audit: { isBroken: false, unsealed: 2 },
  freeDiskRatio: 0.42,
  erasureRequestedAt: ago(7_205),
}
const full: MonitoredShop = {
  readAt: ago(5),
  statistics: fullStatistics,
  stores: { majorityLagMs: 1_500, redisTakesWrites: true },
}

async function scrape(shop: MonitoredShop | undefined): Promise<string> {
  const source = shopMetrics({ current: () => shop })
  const text = await source.read()
  source.stop()
  return text
}

const seriesIn = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

it('gives ages as of the count, and rupees', async () => {
  const text = await scrape(full)
  expect(text).toContain('jhatpat_orders_oldest_age_seconds{reason="outcome_unknown"} 400')
  expect(text).toContain('jhatpat_orders_open_rupees{reason="none"} 319.5')
  expect(text).toContain('jhatpat_due_task_oldest_overdue_seconds{task="order.check-payment"} 61')
  expect(text).toContain('jhatpat_units_unknown_oldest_seconds{account="SMILEBR"} 700')
  expect(text).toContain('jhatpat_promise_orders_total{result="broken"} 10')
  expect(text).toContain('jhatpat_wallet_liability_rupees 12345.5')
  expect(text).toContain('jhatpat_erasure_request_age_seconds 7200')
  expect(text).toContain('jhatpat_job_last_success_timestamp_seconds{recurring_job="backup"}')
  expect(text).toContain('jhatpat_redis_takes_writes 1')
})

it('is empty in a process that does not count', async () => {
  expect(await scrape(undefined)).toBe('')
})

it('leaves out what is not known now, also when it was known before', async () => {
  let shop = full
  const source = shopMetrics({ current: () => shop })
  onTestFinished(() => source.stop())
  expect(await source.read()).toContain('jhatpat_supplier_runway_seconds{account="SMILEBR"} 3600')
  const suppliers = fullStatistics.suppliers.map((own) => ({
    ...own,
    runwayMs: undefined,
    balance: undefined,
  }))
  shop = {
    readAt: now,
    statistics: { ...fullStatistics, suppliers, freeDiskRatio: undefined },
    stores: { majorityLagMs: undefined, redisTakesWrites: false },
  }
  const names = seriesIn(await source.read()).map((line) => line.split(/[{ ]/)[0])
  const unknown = [
    ...['supplier_runway_seconds', 'supplier_balance'],
    ...['mongodb_disk_free_ratio', 'mongodb_majority_lag_seconds'],
  ].map((name) => `jhatpat_${name}`)
  for (const name of unknown) expect(names).not.toContain(name)
  expect(await source.read()).toContain('jhatpat_mongodb_has_primary 0')
  expect(await source.read()).toContain('jhatpat_promise_orders_total{result="kept"} 90')
})

const kinds = ['page', '/api/webhooks', '/api', '/media', '/assets', '/admin/assets', '/ops', '/healthz']
const calls = ['create', 'status', 'order', 'detail', 'balance', 'player', 'products', 'list']

/** Records each measurement with every value of its labels. */
function measureEverything(): void {
  const routes = [
    ...callRegistry.map(({ method, path }) => ({ method, route: `/api${path}` })),
    ...kinds.map((route) => ({ method: '', route })),
  ]
  const requests = routes.flatMap((route) =>
    [200, 304, 404, 500].map((status) => ({ ...route, status, tookMs: 4 })),
  )
  for (const request of requests) measure('request', () => request)
  const vendorCalls = [...supplierNames, ...paymentGatewayNames, 'fast2sms'].flatMap((account) =>
    calls.flatMap((call) =>
      ['json', 'nonsense', 'lost', 'unavailable', 'rate_limited'].map((outcome) => ({
        account,
        call,
        outcome,
      })),
    ),
  )
  for (const vendorCall of vendorCalls) measure('vendorCall', () => ({ ...vendorCall, tookMs: 80 }))
  for (const channel of ['mail', 'sms', 'push'] as const)
    for (const outcome of ['accepted', 'rejected', 'unknown', 'deferred'])
      measure('message', () => ({ channel, outcome }))
  for (const gateway of paymentGatewayNames) {
    measure('paymentCallback', () => ({ gateway }))
    measure('paymentConfirmed', () => ({ gateway, source: 'callback', waitedMs: 900 }))
    measure('paymentConfirmed', () => ({ gateway, source: 'check', waitedMs: 9_000 }))
  }
  measure('statusShown', () => ({ delayMs: 20 }))
  measure('redisReconnect', () => ({}))
}

/** A process in which everything has been measured once. */
function busyProcess() {
  const source = collectProcessMetrics({
    ...{ env: { HOST: '127.0.0.1' }, log: createLogger('test', 'silent'), role: 'api', version: '1.0.0' },
    sockets: () => 3,
  })
  onTestFinished(() => source.stop())
  measureEverything()
  return source
}

it('has at most 2,000 series in all, with every value of every label, and no label with an id', async () => {
  const series = [...seriesIn(await busyProcess().read()), ...seriesIn(await scrape(full))]
  expect(series.length).toBeGreaterThan(500)
  expect(series.length).toBeLessThanOrEqual(2_000)
  const labels = series.flatMap((line) => [...line.matchAll(/(\w+)="([^"]*)"/g)])
  expect(labels.filter(([, , value = '']) => /\bJ[A-Z]\d{6}|[0-9a-f]{24}|\d{10}|@/.test(value))).toEqual([])
})

it('has no label that Prometheus sets itself at each scrape: it would rename ours', async () => {
  const series = [...seriesIn(await busyProcess().read()), ...seriesIn(await scrape(full))]
  expect(series.filter((line) => /[{,](job|instance)="/.test(line))).toEqual([])
})

it('costs at most 50 ms of CPU a scrape at 2,000 series', async () => {
  const sources = [busyProcess(), shopMetrics({ current: () => full })]
  const known = (await Promise.all(sources.map((source) => source.read()))).flatMap(seriesIn).length
  for (let more = known; more < 2_000; more += 1)
    measure('request', () => ({ method: 'GET', route: `/api/more/${more}`, status: 200, tookMs: 4 }))
  const running = await serveSources({
    ...{ host: '127.0.0.1', port: 0, portSetting: '', sources },
    onError: (error) => expect.fail(String(error)),
  })
  onTestFinished(() => running.stop())
  const scrapeOnce = async () => (await fetch(`http://127.0.0.1:${running.port}/metrics`)).text()
  expect(seriesIn(await scrapeOnce()).length).toBeGreaterThanOrEqual(2_000)
  for (let warmUp = 0; warmUp < 5; warmUp += 1) await scrapeOnce()
  const times = 20
  const before = process.cpuUsage()
  for (let count = 0; count < times; count += 1) await scrapeOnce()
  const { user, system } = process.cpuUsage(before)
  // Includes this test's own requests.
  expect((user + system) / 1_000 / times).toBeLessThan(50)
})
