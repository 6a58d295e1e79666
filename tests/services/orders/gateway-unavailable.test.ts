import { setTimeout as sleep } from 'node:timers/promises'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buy, ends, orderBody, pay, refusalOf, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { removeRedisKeys } from '../../support/redis-keys-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

const hourMs = 3_600_000

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { PAYMENT_POLL_MS: '150', PAYMENT_POLL_BACKOFF: '0:150' },
  })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await removeRedisKeys(service.deps.redis, service.env.QUEUE_PREFIX, 'breaker:')
  await OrderModel.updateMany({}, { 'due.payment.at': null })
  user = await insertCustomer()
  asha = await service.as(user)
})

const upi = (command: Record<string, unknown>) => service.simulators.control('upigateway', command)
const away = (times: number) => upi({ next: { outcome: 'http500', call: 'check_order_status', times } })
const stored = async (id: string) => (await OrderModel.findById(id))!
const pollsOf = async (id: string) => (await stored(id)).payment?.checkCount ?? 0
const pauseKey = () => `${hashTag(service.env.QUEUE_PREFIX, 'breaker', 'gateway-upigateway')}:pause`
const pause = () => service.deps.redis.get(pauseKey())
const order = () => buy(asha, orderBody(user, shop.manual))

it('repeats an unanswered check for late money soon, not after six hours', async () => {
  const id = await order()
  await upi({ webhook: { lost: true } })
  service.clock.advance(service.env.PAYMENT_WINDOW_MS + 1_000)
  await ends(asha, id, 'Failed')
  const polls = await pollsOf(id)
  await pay(service, id)
  await away(2)
  service.clock.advance(hourMs - service.env.PAYMENT_WINDOW_MS)
  await until(
    () => pollsOf(id),
    (now) => now >= polls + 2,
  )
  expect((await stored(id)).payment?.vendorStatus).toBe('no answer')
  await until(
    async () => (await stored(id)).status,
    (status) => status === 'Refunded',
  )
})

it('defers polls without a write while the gateway is unavailable; a callback’s check runs, and ends the wait', async () => {
  const ids = await Promise.all([order(), order(), order(), order()])
  await away(1_000_000)
  await until(pause, (text) => text !== null)
  await service.deps.redis.set(
    pauseKey(),
    JSON.stringify({ since: 0, until: service.clock.now().getTime() + hourMs }),
  )
  const overdueMs = async (id: string) =>
    service.clock.now().getTime() - ((await stored(id)).due.payment.at?.getTime() ?? 0)
  await until(
    () => Promise.all(ids.map(overdueMs)),
    (late) => late.every((ms) => ms > 1_000),
  )
  const documents = () => OrderModel.find({ _id: { $in: ids } }).lean()
  const before = await documents()
  // The sweeper takes what is three seconds late, several times in a row.
  await sleep(3_000 + 4 * service.env.SWEEP_INTERVAL_MS)
  expect(await documents()).toEqual(before)
  expect(await refusalOf(order())).toMatchObject({ status: 503, code: 'payment_unavailable' })
  await service.simulators.reset('faults')
  await pay(service, ids[0])
  await until(
    async () => (await stored(ids[0])).status,
    (status) => status === 'Processing',
  )
  expect(await pause()).toBeNull()
  await until(
    () => Promise.all(ids.slice(1).map(pollsOf)),
    (polls) => polls.every((now, place) => now > before[place + 1]!.payment!.checkCount),
  )
})
