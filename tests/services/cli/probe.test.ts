import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { ItemModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { probeMetrics } from '../../../scripts/cli/probe/probe-metrics.ts'
import { type ProbeMemory, type ProbeTarget, probeShop } from '../../../scripts/cli/probe/probe-shop.ts'
import { insertCustomer, testPassword } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let customer: IUser
/** A proxy in front of the api that has the pages, which no build is needed for. */
let proxy: Server
/** Paths that the proxy answers with 502. */
let broken: RegExp | undefined
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
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
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

const stepsOf = async (more: Partial<ProbeTarget> = {}, memory: ProbeMemory = {}) =>
  (await probeShop(target(more), memory)).steps.map(({ step, isOk, fault }) =>
    isOk ? step : `${step}: ${fault}`,
  )

describe('the probe', () => {
  it('goes as far as the payment page, and orders once in the time in which an order can be paid', async () => {
    const memory: ProbeMemory = {}
    for (let minute = 0; minute < 3; minute += 1)
      expect(await stepsOf({}, memory)).toEqual(['home', 'product', 'player', 'payment'])
    expect(await OrderModel.find({ userId: customer._id }).lean()).toMatchObject([{ status: 'Created' }])
    expect(asked.filter((path) => path.includes('/auth/login'))).toHaveLength(1)
    if (memory.order) memory.order.placedAt -= 26 * 60_000
    expect(await stepsOf({}, memory)).toHaveLength(4)
    expect(await OrderModel.countDocuments({ userId: customer._id })).toBe(2)
  })

  it.each([
    ['/$', ['home: / answered 502']],
    ['^/product/', ['home', expect.stringMatching(/^product: \/product\/.+ answered 502$/)]],
    ['checkid', ['home', 'product', 'player: /order/checkid answered 502']],
    ['createOrder', ['home', 'product', 'player', 'payment: /order/createOrder answered 502']],
  ])('names the step that fails when %s does', async (path, expected) => {
    broken = new RegExp(path)
    expect(await stepsOf()).toEqual(expected)
  })

  it('names an item that is not listed or out of stock, a player that is not found, and a wrong password', async () => {
    expect((await stepsOf({ item: 999_999 })).at(-1)).toBe('product: item 999999 is not listed')
    await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { $set: { inStock: false } })
    expect((await stepsOf()).at(-1)).toContain('out of stock')
    await ItemModel.updateOne({ _id: shop.diamonds.item._id }, { $set: { inStock: true } })
    expect((await stepsOf({ password: 'another' })).at(-1)).toMatch(/^payment: \/auth\/login answered 40\d/)
    expect((await stepsOf({ url: 'http://127.0.0.1:9' })).at(-1)).toMatch(/^home: /)
  })

  it('is served as metrics, without the steps after one that failed', async () => {
    const metrics = probeMetrics('https://shop.example')
    broken = /checkid/
    metrics.record(await probeShop(target(), {}))
    const text = await metrics.read()
    expect(text).toContain('jhatpat_probe_success{url="https://shop.example",step="product"} 1')
    expect(text).toContain('jhatpat_probe_success{url="https://shop.example",step="player"} 0')
    expect(text).not.toContain('step="payment"')
    expect(text).toMatch(/jhatpat_probe_timestamp_seconds\{url="https:\/\/shop.example"\} \d{10}/)
    metrics.stop()
  })
})
