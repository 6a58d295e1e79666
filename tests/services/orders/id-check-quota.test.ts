import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { checkId } from '@jhatpat/shared/contracts/orders.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, ends, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
/** When the supplier was asked about an id. */
let checkTimes: number[] = []

const note = (message: unknown) => {
  const { request } = message as { request: IncomingMessage }
  if (request.url?.includes('getrole')) checkTimes.push(performance.now())
}

beforeAll(async () => {
  service = await startService({ workers: true, env: { TRUST_PROXY: '1', ID_CHECKS_PER_SECOND: '5' } })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(() => {
  checkTimes = []
  subscribe('http.server.request.start', note)
})
afterEach(() => unsubscribe('http.server.request.start', note))

const bodyOf = (userid: number) => ({
  userid: String(userid),
  zoneid: '2001',
  selectedProduct: String(shop.diamonds.product._id),
  selectedItem: shop.diamonds.item._id,
})
/** A check without a session, from one of 20 addresses. */
const check = (userid: number, from = `198.51.100.${userid % 20}`) =>
  service.guest.request('/api/order/checkid', {
    method: 'POST',
    body: JSON.stringify(bodyOf(userid)),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
  })
const flood = (from: number) => Promise.all(Array.from({ length: 200 }, (_, index) => check(from + index)))

describe('id checks without a session', () => {
  it('use an account of a supplier at most five times a second, whatever addresses they come from', async () => {
    const startedAt = performance.now()
    const replies = await flood(880_000_000)
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000) + 1
    expect(checkTimes.length).toBeGreaterThan(0)
    expect(checkTimes.length).toBeLessThanOrEqual(5 * seconds)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(100)
    expect(JSON.parse(refused[0]!.text)).toMatchObject({ code: 'too_many_requests' })
  })

  it('leave the quota of customers’ and purchases’ checks unused', async () => {
    const user = await insertCustomer()
    const asha = await service.as(user)
    await giveMoney(user, 100_000)
    const attack = flood(881_000_000)
    const reply = await asha.call(checkId, { body: bodyOf(771_000_001) })
    expect(reply.message).toBe('success')
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '771000002', paymentmode: 'wallet' }))
    await attack
    await ends(asha, id, 'Completed')
  })

  it('are answered from a cache for ten minutes, also where there is no such player', async () => {
    service.clock.advance(1_000)
    const statuses: number[] = []
    for (let times = 0; times < 8; times++) statuses.push((await check(10_000_003, '203.0.113.9')).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(checkTimes.length).toBe(1)
  })
})
