import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { onMeasurement } from '../measurements/index.ts'
import { connectionCounts } from '../mongo.ts'
import type { MetricsOptions, MetricsSource } from './metrics-source.ts'

/**
 * How often the event loop's delay is sampled, in ms. prom-client's default of 10 would wake an idle process a hundred
 * times a second.
 */
const eventLoopSampleMs = 100

/** In seconds: around the limits that customers notice. */
const requestBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const vendorBuckets = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60]
const confirmationBuckets = [1, 2.5, 5, 10, 30, 60, 300, 900]
const statusBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20]

/** The series of this process. A process with others of the same series, as in tests, has them in another registry. */
export function collectProcessMetrics({ role, version, sockets }: MetricsOptions): MetricsSource {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs })
  const build = new Gauge({
    name: 'jhatpat_build_info',
    help: 'Always 1; the labels name what runs.',
    labelNames: ['process', 'version'],
    registers: [registry],
  })
  build.set({ process: role, version }, 1)
  collectConnections(registry)
  if (sockets) collectSockets(registry, sockets)
  const unsubscribe = [...countRequests(registry), ...countOutside(registry), ...countPayments(registry)]
  return {
    read: () => registry.metrics(),
    stop: () => {
      for (const end of unsubscribe) end()
      registry.clear()
    },
  }
}

function collectConnections(registry: Registry): void {
  new Gauge({
    name: 'jhatpat_mongodb_connections',
    help: 'Connections of this process to MongoDB: open, in use, and commands that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, inUse, waiting } = connectionCounts()
      this.set({ state: 'open' }, open)
      this.set({ state: 'in_use' }, inUse)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

function collectSockets(registry: Registry, sockets: () => number): void {
  new Gauge({
    name: 'jhatpat_sockets_open',
    help: 'Open sockets of this process.',
    registers: [registry],
    collect() {
      this.set(sockets())
    },
  })
}

function countRequests(registry: Registry): (() => void)[] {
  const requests = counter(registry, 'jhatpat_http_requests_total', {
    help: 'Answered requests, by route and class of status.',
    labels: ['method', 'route', 'status'],
  })
  const durations = histogram(registry, 'jhatpat_http_request_duration_seconds', {
    help: 'Duration of requests: of calls, pages and files.',
    labels: ['kind'],
    buckets: requestBuckets,
  })
  const delays = histogram(registry, 'jhatpat_status_delay_seconds', {
    help: 'Time from an order’s change to the event that shows it; lost events count as the longest.',
    labels: [],
    buckets: statusBuckets,
  })
  return [
    onMeasurement('request', ({ method, route, status, tookMs }) => {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` })
      durations.observe({ kind: kindOf(route) }, tookMs / 1_000)
    }),
    onMeasurement('statusShown', ({ delayMs = 60_000 }) => delays.observe(delayMs / 1_000)),
  ]
}

function kindOf(route: string): string {
  if (route === 'page') return 'page'
  return route.startsWith('/api') ? 'call' : 'file'
}

const messageOutcomes = ['accepted', 'rejected', 'unknown', 'deferred']

function countOutside(registry: Registry): (() => void)[] {
  const vendorCalls = counter(registry, 'jhatpat_vendor_calls_total', {
    help: 'Calls to vendors by account, call and outcome.',
    labels: ['account', 'call', 'outcome'],
  })
  const durations = histogram(registry, 'jhatpat_vendor_call_duration_seconds', {
    help: 'Duration of calls to vendors.',
    labels: ['account'],
    buckets: vendorBuckets,
  })
  const messages = counter(registry, 'jhatpat_messages_total', {
    help: 'Attempts to send a notification, by channel and outcome.',
    labels: ['channel', 'outcome'],
  })
  // A series that begins with its first failure has no increase for it.
  for (const channel of ['mail', 'sms'])
    for (const outcome of messageOutcomes) messages.inc({ channel, outcome }, 0)
  const reconnects = counter(registry, 'jhatpat_redis_reconnects_total', {
    help: 'Reconnections of this process to Redis.',
    labels: [],
  })
  return [
    onMeasurement('vendorCall', ({ account, call, outcome, tookMs }) => {
      vendorCalls.inc({ account, call, outcome })
      durations.observe({ account }, tookMs / 1_000)
    }),
    onMeasurement('message', (labels) => messages.inc(labels)),
    onMeasurement('redisReconnect', () => reconnects.inc()),
  ]
}

function countPayments(registry: Registry): (() => void)[] {
  const callbacks = counter(registry, 'jhatpat_payment_callbacks_total', {
    help: 'Callbacks of gateways.',
    labels: ['gateway'],
  })
  const confirmations = histogram(registry, 'jhatpat_payment_confirmation_seconds', {
    help: 'Time from the callback, or from the last check that found it unpaid, to the confirmed payment.',
    labels: ['gateway', 'found_by'],
    buckets: confirmationBuckets,
  })
  return [
    onMeasurement('paymentCallback', ({ gateway }) => callbacks.inc({ gateway })),
    onMeasurement('paymentConfirmed', ({ gateway, source, waitedMs }) =>
      confirmations.observe({ gateway, found_by: source }, Math.max(0, waitedMs) / 1_000),
    ),
  ]
}

type CounterOptions = { help: string; labels: string[] }

const counter = (registry: Registry, name: string, { help, labels }: CounterOptions) =>
  new Counter({ name, help, labelNames: labels, registers: [registry] })

type HistogramOptions = CounterOptions & { buckets: number[] }

const histogram = (registry: Registry, name: string, { help, labels, buckets }: HistogramOptions) =>
  new Histogram({ name, help, labelNames: labels, buckets, registers: [registry] })
