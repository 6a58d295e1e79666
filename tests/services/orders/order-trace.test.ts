import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { traceIdOf } from '@jhatpat/shared/platform/request-context.ts'
import { startTelemetry } from '@jhatpat/shared/platform/start-telemetry.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody, pay } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { removeRedisKeys } from '../../support/redis-keys-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string }

let collector: Server
let spans: Span[] = []
let endTracing: () => Promise<void>
let logged: Record<string, unknown>[] = []
let service: Service
let shop: Shop

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => collector.once('listening', resolve))
  service = await startService({ logTo: { write: (line) => void logged.push(JSON.parse(line)) } })
  shop = await insertShop()
})
beforeEach(async () => {
  spans = []
  logged = []
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  endTracing = await startTelemetry({ ...service.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, 'test')
})
afterAll(async () => {
  await service.stop()
  collector.close()
})

/** Places an order whose page is open, and pays it by UPI. */
async function placeAndPay(paymentmode: 'upi' | 'wallet') {
  const user = await insertCustomer()
  const asha = await service.as(user)
  if (paymentmode === 'wallet') await giveMoney(user, 100_000)
  const id = await buy(asha, orderBody(user, shop.crystals, { paymentmode, input2: 'os_asia' }))
  const socket = await asha.socket()
  await socket.emitWithAck('order.subscribe', { client_txn_id: id })
  if (paymentmode === 'upi') await pay(service, id)
  return { id, asha }
}

/** Starts workers until the order is delivered and its customer has a mail, then sends all spans. */
async function completeAndNotify(asha: Person, id: string) {
  const workers = await service.startAnotherWorkers()
  await ends(asha, id, 'Completed')
  const isNotified = () => linesOf(id).some(({ step, channel }) => step === 'notified' && channel === 'mail')
  await expect.poll(isNotified, { timeout: 10_000 }).toBe(true)
  await workers.stop()
  await endTracing()
}

const linesOf = (id: string) => logged.filter(({ orderId }) => orderId === id)
const stepsOf = (id: string) => linesOf(id).flatMap(({ step }) => (step ? [String(step)] : []))

it.each(['upi', 'wallet'] as const)(
  'has one trace from the call to the vendor and the browser, paid by %s',
  async (mode) => {
    const { id, asha } = await placeAndPay(mode)
    const workers = await service.startAnotherWorkers()
    await ends(asha, id, 'Completed')
    await workers.stop()
    await endTracing()

    const traceId = traceIdOf({ subject: id, requestId: '' })
    const own = spans.filter((span) => span.traceId === traceId)
    const names = own.map(({ name }) => name)
    const first = own.filter(({ parentSpanId }) => !parentSpanId)
    const call = mode === 'upi' ? 'POST /order/createOrder' : 'POST /order/createWalletOrder'
    expect(first.map(({ name }) => name)).toEqual([call])
    expect(names).toEqual(
      expect.arrayContaining([
        'MOOGOLD order/create_order',
        'notify mail',
        'socket order.updated',
        'order.fulfil',
      ]),
    )
    const ids = new Set(own.map(({ spanId }) => spanId))
    expect(own.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([])
  },
)

it('keeps its trace when Redis is emptied in the middle', async () => {
  const { id, asha } = await placeAndPay('wallet')
  expect(await removeRedisKeys(service.deps.redis, service.env.QUEUE_PREFIX)).toBeGreaterThan(0)
  await completeAndNotify(asha, id)
  const traceId = traceIdOf({ subject: id, requestId: '' })
  const names = spans.filter((span) => span.traceId === traceId).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['POST /order/createWalletOrder', 'order.fulfil']))
})

it('leaves one line for each step in the log, each with the order and its trace', async () => {
  const { id, asha } = await placeAndPay('upi')
  await completeAndNotify(asha, id)
  expect(new Set(stepsOf(id))).toEqual(new Set(['placed', 'paid', 'sent', 'answered', 'ended', 'notified']))
  const once = stepsOf(id).filter((step) => step !== 'answered' && step !== 'notified')
  expect(once).toEqual(['placed', 'paid', 'sent', 'ended'])
  const traceId = traceIdOf({ subject: id, requestId: '' })
  for (const line of linesOf(id)) expect(line).toMatchObject({ orderId: id, traceId })
})
