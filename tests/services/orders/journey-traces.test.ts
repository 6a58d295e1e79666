import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { traceIdOf } from '@jhatpat/shared/platform/request-context.ts'
import { startTelemetry } from '@jhatpat/shared/platform/start-telemetry.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journeys } from '../../../scripts/demo/demo-journeys.ts'
import { openShop, type Shop } from '../../../scripts/demo/shop.ts'
import { seedDemoData } from '../../../scripts/demo-data/seed-demo-data.ts'
import { type Service, startService } from '../../support/service-harness.ts'

type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string }

/** Spans that a trace must have, by the name of their parent. A name in it twice must occur twice. */
type Trace = { first: string; parts: Record<string, readonly string[]> }

const createOrder = 'POST /order/createOrder'
const createWalletOrder = 'POST /order/createWalletOrder'
const topUp = 'POST /wallet/topup'
const callback = 'POST /api/webhooks/upigateway'
const messages = ['notify sms', 'notify mail']

/** Placed to be paid by UPI. */
const unpaid = (parts: readonly string[], jobs: Trace['parts'] = {}): Trace => ({
  first: createOrder,
  parts: {
    [createOrder]: ['upigateway create_order', 'order.check-payment', ...parts],
    'order.check-payment': ['upigateway check_order_status'],
    ...jobs,
  },
})
/** Paid by UPI, and its customer sees the end and is notified. */
const paid = (parts: readonly string[], jobs: Trace['parts'] = {}): Trace =>
  unpaid([callback, 'socket order.updated', 'order.notify', ...parts], { 'order.notify': messages, ...jobs })
const paidFromWallet = (parts: readonly string[], jobs: Trace['parts']): Trace => ({
  first: createWalletOrder,
  parts: {
    [createWalletOrder]: ['order.fulfil', 'order.notify', ...parts],
    'order.notify': messages,
    ...jobs,
  },
})
const toppedUp: Trace = {
  first: topUp,
  parts: {
    [topUp]: [
      ...['upigateway create_order', callback, 'topup.check-payment'],
      ...['socket topup.updated', 'topup.notify'],
    ],
    'topup.check-payment': ['upigateway check_order_status'],
    'topup.notify': messages,
  },
}

/** The traces of each journey of `npm run demo`, by its letter, in the order in which it names their subjects. */
const traces: Record<string, readonly Trace[]> = {
  a: [paid(['order.fulfil'], { 'order.fulfil': ['SMILEBR createorder'] })],
  b: [paid(['order.fulfil'], { 'order.fulfil': Array(3).fill('SMILEPH createorder') })],
  c: [
    toppedUp,
    paidFromWallet(['order.poll', 'socket order.updated'], {
      'order.fulfil': ['MOOGOLD order/create_order'],
      'order.poll': ['MOOGOLD order/order_detail_partner_id'],
    }),
  ],
  d: [paid(['POST /admin/orders/:id/assign', 'POST /admin/orders/:id/transition'])],
  e: [paid(['order.fulfil'], { 'order.fulfil': ['SMILEBR createorder'] })],
  f: [unpaid(['socket order.updated'])],
  g: [paid(['socket order.updated'])],
  h: [toppedUp],
  i: [unpaid([createOrder])],
  // Its page may be opened when it is complete already.
  j: [toppedUp, paidFromWallet([createWalletOrder], { 'order.fulfil': ['SMILEBR createorder'] })],
}

let collector: Server
const spans: Span[] = []
let endTracing: () => Promise<void>
let service: Service
let shop: Shop

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => collector.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  service = await startService({
    env: {
      SIMULATED_PROVIDERS: 'true',
      PAYMENT_WINDOW_MS: '4000',
      PAYMENT_POLL_MS: '500,1000',
      SUPPLIER_POLL_MS: '300',
    },
  })
  endTracing = await startTelemetry({ ...service.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, 'test')
  await seedDemoData(service.env)
  await service.startAnotherWorkers()
  shop = await openShop({ url: service.url, apiUrls: [service.url], simulatorUrl: service.simulators.url })
}, 60_000)
afterAll(async () => {
  shop?.close()
  await endTracing?.()
  await service?.stop()
  collector.close()
})

/** What a trace lacks of what it must have; and its spans whose parent is not in it. */
function missingIn(id: string, { first, parts }: Trace): string[] {
  const own = spans.filter(({ traceId }) => traceId === traceIdOf({ subject: id, requestId: '' }))
  const names = new Map(own.map(({ spanId, name }) => [spanId, name]))
  const edges = own.map(({ parentSpanId, name }) =>
    parentSpanId ? `${names.get(parentSpanId) ?? 'no parent'} > ${name}` : name,
  )
  const wanted = Object.entries(parts).flatMap(([parent, all]) => all.map((name) => `${parent} > ${name}`))
  const left = [...edges]
  const absent = [first, ...wanted].filter((edge) => {
    const at = left.indexOf(edge)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const orphans = edges.filter((edge) => edge.startsWith('no parent'))
  const otherFirst = left.filter((edge) => !edge.includes(' > ')).map((name) => `begins with ${name} as well`)
  return [...absent, ...orphans, ...otherFirst]
}

describe('one trace from the tap to the vendor and back to the socket', () => {
  it.each(journeys)('$letter: $title', { timeout: 60_000 }, async ({ letter, run }) => {
    const notes: string[] = []
    await run(shop, (text) => void notes.push(text))
    const ids = [...new Set(notes.join(' ').match(/J[PT]\d{6}[0-9A-Z]{8}/g))]
    const wanted = traces[letter] ?? []
    expect(ids).toHaveLength(wanted.length)
    const missing = () => wanted.flatMap((trace, index) => missingIn(ids[index] ?? '', trace))
    await expect.poll(missing, { timeout: 20_000, interval: 250 }).toEqual([])
  })
})
