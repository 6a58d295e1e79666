import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IUser, openSession } from '@jhatpat/shared/domain/accounts/index.ts'
import { ItemModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { probeMetrics } from '../../../scripts/cli/probe/probe-metrics.ts'
import { type ProbeMemory, type ProbeTarget, probeShop } from '../../../scripts/cli/probe/probe-shop.ts'
import { insertCustomer, testPassword } from '../../support/people.ts'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let customer: IUser
/** A proxy in front of the api that has the pages, which no build is needed for. */
let proxy: Server
/** Paths that the proxy answers with 502. */
let broken: RegExp | undefined
/** How many answers to orders are lost on their way. */
let lostAnswers = 0
const asked: string[] = []

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  customer = await insertCustomer()
  proxy = createServer(async (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (broken?.test(path)) return void response.writeHead(502).end()
    if (!path.startsWith('/api')) return void response.end('<html></html>')
    let body = ''
    for await (const part of request) body += part
    const { authorization = '', 'idempotency-key': key = '' } = request.headers
    const answer = await fetch(`${service.url}${path}`, {
      method: request.method ?? 'GET',
      headers: {
        'content-type': 'application/json',
        authorization,
        ...(key && { 'idempotency-key': String(key) }),
      },
      ...(request.method === 'POST' && { body }),
    })
    const text = await answer.text()
    if (path.endsWith('/createOrder') && lostAnswers > 0) {
      lostAnswers -= 1
      return void response.destroy()
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await service.stop()
})
beforeEach(() => {
  broken = undefined
  lostAnswers = 0
  asked.length = 0
})

const target = (more: Partial<ProbeTarget> = {}): ProbeTarget => ({
  url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  product: String(shop.diamonds.product._id),
  item: shop.diamonds.item._id,
  player: ['740000001', '1234'],
  email: customer.email,
  password: testPassword,
  appKey: 'storefront',
  ...more,
})

const signedIn = async (): Promise<ProbeMemory> => {
  const { token } = await openSession(customer, service.clock.now())
  return { session: { token, userid: customer.userid } }
}

const stepsOf = async (more: Partial<ProbeTarget> = {}, memory?: ProbeMemory) =>
  (await probeShop(target(more), memory ?? (await signedIn()))).steps.map(({ step, isOk, fault }) =>
    isOk ? step : `${step}: ${fault}`,
  )

describe('the probe', () => {
  it('goes as far as the payment page, and orders again after ten minutes', async () => {
    const memory: ProbeMemory = {}
    for (let minute = 0; minute < 3; minute += 1)
      expect(await stepsOf({}, memory)).toEqual(['home', 'product', 'player', 'payment'])
    expect(await OrderModel.find({ userId: customer._id }).lean()).toMatchObject([{ status: 'Created' }])
    expect(asked.filter((path) => path.includes('/auth/login'))).toHaveLength(1)
    if (memory.order) memory.order.placedAt -= 9 * 60_000
    expect(await stepsOf({}, memory)).toHaveLength(4)
    expect(await OrderModel.countDocuments({ userId: customer._id })).toBe(1)
    if (memory.order) memory.order.placedAt -= 2 * 60_000
    expect(await stepsOf({}, memory)).toHaveLength(4)
    expect(await OrderModel.countDocuments({ userId: customer._id })).toBe(2)
  })

  it.each([
    ['/$', ['home: / answered 502']],
    ['^/product/', ['home', expect.stringMatching(/^product: \/product\/.+ answered 502$/)]],
    ['checkid', ['home', 'product', 'player: /order/checkid answered 502']],
    ['/api/payment/', ['home', 'product', 'player', expect.stringMatching(/^payment: \/payment\/.+ 502$/)]],
    ['createOrder', ['home', 'product', 'player', 'payment: /order/createOrder answered 502']],
  ])('names the step that fails when %s does', async (path, expected) => {
    broken = new RegExp(path)
    expect(await stepsOf()).toEqual(expected)
  })

  it('makes one order when its answers are lost, also under a new session', async () => {
    const orders = () => OrderModel.find({ userId: customer._id }).lean()
    const before = (await orders()).length
    const memory = await signedIn()
    lostAnswers = 2
    for (let minute = 0; minute < 2; minute += 1)
      expect((await stepsOf({}, memory)).at(-1)).toMatch(/^payment: /)
    Object.assign(memory, await signedIn())
    expect((await stepsOf({}, memory)).at(-1)).toBe('payment')
    expect(await orders()).toHaveLength(before + 1)
  })

  it('sees that UPI is down: no link from the gateway, no gateway, an order that cannot be paid', async () => {
    const memory = await signedIn()
    expect((await stepsOf({}, memory)).at(-1)).toBe('payment')
    const order = { _id: memory.order?.id as never }
    const attempts = (await OrderModel.findOne(order).lean())?.payment?.attempts
    await OrderModel.collection.updateOne(order, { $set: { 'payment.attempts': [] } })
    expect((await stepsOf({}, memory)).at(-1)).toBe('payment: the gateway has given no payment link')
    await OrderModel.collection.updateOne(order, {
      $set: { 'payment.attempts': attempts, 'payment.state': 'failed' },
    })
    expect((await stepsOf({}, memory)).at(-1)).toBe('payment: the payment is failed')
    await OrderModel.collection.updateOne(order, { $set: { 'payment.state': 'created' } })
    // The order is replaced, and a refusal is not repeated under its key once UPI works again.
    service.env.PAYMENT_GATEWAYS.splice(0, 1)
    const refused = (await stepsOf({}, memory)).at(-1)
    service.env.PAYMENT_GATEWAYS.push('upigateway')
    expect(refused).toMatch(/^payment: \/order\/createOrder answered 409/)
    expect((await stepsOf({}, memory)).at(-1)).toBe('payment')
    expect(memory.order?.id).not.toBe(order._id)
  })

  it('reads no body that it does not need', async () => {
    const cancel = vi.spyOn(ReadableStream.prototype, 'cancel')
    onTestFinished(() => cancel.mockRestore())
    expect(await stepsOf()).toHaveLength(4)
    // The product's page and that of the payment.
    expect(cancel).toHaveBeenCalledTimes(2)
    broken = /^\/product\//
    await stepsOf()
    expect(cancel).toHaveBeenCalledTimes(3)
  })

  it('names an item that is not listed or out of stock, a player that is not found, and a wrong password', async () => {
    expect((await stepsOf({ item: 999_999 })).at(-1)).toBe('product: item 999999 is not listed')
    await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { $set: { inStock: false } })
    expect((await stepsOf()).at(-1)).toContain('out of stock')
    await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { $set: { inStock: true } })
    expect((await stepsOf({ password: 'another' }, {})).at(-1)).toMatch(
      /^payment: \/auth\/login answered 40\d/,
    )
    expect((await stepsOf({ url: 'http://127.0.0.1:9' })).at(-1)).toMatch(/^home: /)
  })

  it('says with a sentence that its port is taken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jhatpat-probe-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const passwordFile = join(folder, 'password')
    await writeFile(passwordFile, testPassword)
    const { url, product, item } = target()
    const { port } = new URL(url)
    const args = `probe --url ${url} --product ${product} --item ${item} --player 740000001`.split(' ')
    const more = ['--user', customer.email, '--password-file', passwordFile, '--port', port]
    expect(await runCliIn(service, [...args, ...more])).toEqual({
      ...{ code: 2, stdout: '' },
      stderr: `Port ${port} is taken: stop what uses it, or choose another for the metrics (--port).\n`,
    })
  })

  it('is served as metrics, without the steps after one that failed', async () => {
    const metrics = probeMetrics('https://shop.example')
    broken = /checkid/
    metrics.record(await probeShop(target(), await signedIn()))
    const text = await metrics.read()
    expect(text).toContain('jhatpat_probe_success{url="https://shop.example",step="product"} 1')
    expect(text).toContain('jhatpat_probe_success{url="https://shop.example",step="player"} 0')
    expect(text).not.toContain('step="payment"')
    expect(text).toMatch(/jhatpat_probe_timestamp_seconds\{url="https:\/\/shop.example"\} \d{10}/)
    metrics.stop()
  })
})
