import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { checkUnitNow } from '@jhatpat/shared/domain/checkout/index.ts'
import { createPoller, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { syncPriceLists } from '@jhatpat/shared/domain/purchasing/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { connectBlockingRedis, type RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buy, ends, giveMoney, orderBody, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { SUPPLIER_POLL_MS: '60000', SUPPLIER_CONCURRENCY: '8', SUPPLIER_TIMEOUT_MS: '3000' },
  })
  shop = await insertShop()
  await syncPriceLists(service.deps)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await moogold({ webhook: { lost: true } })
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 300 * 34_500)
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect((await verifyBalances()).faults).toEqual([])
})

const moogold = (command: Record<string, unknown>) => service.simulators.control('moogold', command)
let last = 890_000_000
const order = () => {
  last += 1
  return buy(
    asha,
    orderBody(user, shop.crystals, { input1: String(last), input2: 'Asia', paymentmode: 'wallet' }),
  )
}
const stored = async (id: string) => (await OrderModel.findById(id).lean())!
const accepted = async () => {
  const id = await order()
  const { units } = await until(
    () => stored(id),
    (one) => one.units[0]?.supplierOrderId !== '',
  )
  return { id, supplierOrderId: units[0]!.supplierOrderId }
}
/** Counts the queries about orders. */
const questions = () => vi.spyOn(service.deps.suppliers.byName.MOOGOLD, 'lookupPurchase')

describe('an order that its supplier has accepted', () => {
  it('is checked by one query and one write when a callback arrives during the query', async () => {
    await moogold({ statuses: ['completed'] })
    const { id, supplierOrderId } = await accepted()
    const lookupSpy = questions()
    await moogold({ next: { call: '*', replyDelayMs: 300, outcome: 'ok' } })
    await checkUnitNow(service.deps, supplierOrderId)
    await until(
      async () => lookupSpy.mock.calls.length,
      (count) => count === 1,
    )
    await checkUnitNow(service.deps, supplierOrderId)
    const before = await stored(id)
    await ends(asha, id, 'Completed')
    await new Promise((done) => setTimeout(done, 500))
    expect(lookupSpy).toHaveBeenCalledTimes(1)
    const after = await stored(id)
    expect(after.revision - before.revision).toBe(1)
  })

  it('is queried again when a callback arrived during the query, whose answer may be older', async () => {
    await moogold({ statuses: ['processing', 'completed'] })
    const { id, supplierOrderId } = await accepted()
    const lookupSpy = questions()
    await moogold({ next: { call: '*', replyDelayMs: 300, outcome: 'ok' } })
    await checkUnitNow(service.deps, supplierOrderId)
    await until(
      async () => lookupSpy.mock.calls.length,
      (count) => count === 1,
    )
    await checkUnitNow(service.deps, supplierOrderId)
    await ends(asha, id, 'Completed')
    expect(lookupSpy).toHaveBeenCalledTimes(2)
  })

  it('is complete within three seconds of its callback, whatever purchases are queued', async () => {
    await moogold({ statuses: ['completed'] })
    const { id, supplierOrderId } = await accepted()
    // Purchases take some time, and eight run concurrently.
    await moogold({ delayMs: 1_200 })
    const others = await Promise.all(Array.from({ length: 25 }, () => order()))
    const callbackAt = performance.now()
    await checkUnitNow(service.deps, supplierOrderId)
    await ends(asha, id, 'Completed')
    expect(performance.now() - callbackAt).toBeLessThan(3_000)
    const bought = await OrderModel.countDocuments({ _id: { $in: others }, 'units.0.attempt': { $gt: 0 } })
    expect(bought).toBeLessThan(25)
    await moogold({ delayMs: 0 })
    await until(
      () => OrderModel.countDocuments({ _id: { $in: others }, 'units.0.supplierOrderId': '' }),
      (count) => count === 0,
      60_000,
    )
  }, 90_000)

  it('is polled at its due time, and by the sweeper when its poll was lost', async () => {
    await moogold({ statuses: ['processing', 'completed'] })
    const { id } = await accepted()
    const planned = async () => (await service.deps.polls!.planned('MOOGOLD', [id]))[0]
    await until(planned, (is) => is === true)
    service.clock.advance(61_000)
    await until(
      () => stored(id),
      (one) => (one.units[0]?.retryCount ?? 0) > 1,
    )
    await until(planned, (is) => is === true)
    // Redis is emptied.
    const { redis, env } = service.deps
    await redis.del(`{${env.QUEUE_PREFIX}:polls:MOOGOLD}:due`)
    service.clock.advance(130_000)
    await ends(asha, id, 'Completed')
  })
})

describe('the poller of an account', () => {
  it('locks what it is polling, however long that takes', async () => {
    await moogold({ statuses: ['processing'] })
    const { id } = await accepted()
    const lookupSpy = vi.spyOn(service.deps.suppliers.byName.MOOGOLD, 'lookupPurchase')
    const answered = Promise.withResolvers<void>()
    lookupSpy.mockImplementation(async () => {
      await answered.promise
      return { kind: 'unknown', message: 'not yet', isAnswered: true }
    })
    const { seq } = (await stored(id)).due.fulfil
    const times = () => lookupSpy.mock.calls.filter(([{ unitRef }]) => unitRef === `${id}-1`).length
    service.clock.advance(61_000)
    await until(
      async () => times(),
      (count) => count === 1,
      30_000,
    )
    await new Promise((done) => setTimeout(done, 5_000))
    expect(times()).toBe(1)
    expect((await stored(id)).due.fulfil.seq).toBe(seq)
    answered.resolve()
    await until(
      async () => (await stored(id)).units[0]?.retryCount ?? 0,
      (count) => count > 0,
    )
  }, 60_000)

  it("uses at most half of the account's concurrent calls", async () => {
    await moogold({ statuses: ['processing'] })
    const several = await Promise.all(Array.from({ length: 12 }, () => accepted()))
    let [most, now] = [0, 0]
    vi.spyOn(service.deps.suppliers.byName.MOOGOLD, 'lookupPurchase').mockImplementation(async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((done) => setTimeout(done, 50))
      now -= 1
      return { kind: 'unknown', message: 'not yet', isAnswered: true }
    })
    const polls = service.deps.polls!
    // A queue of its own, which no worker polls.
    const poller = createPoller({ ...service.deps, polls }, { name: 'queue' })
    for (const { id } of several) await polls.plan('queue', id, service.clock.now())
    for (let round = 0; round < 3; round += 1) {
      await poller.turn()
      expect(await poller.turn()).toBeLessThanOrEqual(4)
      await poller.idle()
    }
    expect(most).toBe(4)
  })
})

describe('scheduled polls', () => {
  const polls = () => service.deps.polls!
  const at = (ms: number) => new Date(1_800_000_000_000 + ms)
  const take = (now: number, limit = 9) =>
    polls().take('tests', { now: at(now), until: at(now + 1_000), limit })
  const end = (id: string, until: number, next?: number) =>
    polls().end('tests', id, { until: at(until), next: next === undefined ? undefined : at(next) })
  beforeEach(() => service.deps.redis.del(`{${service.env.QUEUE_PREFIX}:polls:tests}:due`))

  it('are taken when they are due, the longest due first, and once', async () => {
    for (const [id, ms] of [
      ['c', 30],
      ['a', 10],
      ['b', 20],
      ['later', 500],
    ] as const)
      await polls().plan('tests', id, at(ms))
    expect(await take(100, 2)).toEqual(['a', 'b'])
    expect(await take(100)).toEqual(['c'])
    expect(await take(100)).toEqual([])
    expect(await polls().planned('tests', ['a', 'later', 'nobody'])).toEqual([true, true, false])
  })

  it('keep the earlier of two times, in either order of arrival', async () => {
    await polls().plan('tests', 'news', at(0))
    await polls().plan('tests', 'news', at(60_000))
    expect(await take(100)).toEqual(['news'])
  })

  it('keep a result that arrives during a poll, and drop ended ones', async () => {
    for (const id of ['ends', 'goes on', 'hears']) await polls().plan('tests', id, at(0))
    await take(100)
    await polls().plan('tests', 'hears', at(150))
    await end('ends', 1_100)
    await end('goes on', 1_100, 5_000)
    await end('hears', 1_100)
    expect(await take(200)).toEqual(['hears'])
    expect(await polls().planned('tests', ['ends', 'goes on'])).toEqual([false, true])
    expect(await take(5_000)).toEqual(['hears', 'goes on'])
  })

  describe('wake the process that waits for them', () => {
    const limitMs = 30_000
    const wakeKey = () => `{${service.env.QUEUE_PREFIX}:polls:tests}:wake`
    let blocking: RedisClient
    beforeEach(async () => {
      await service.deps.redis.del(wakeKey())
      blocking = connectBlockingRedis(service.env.REDIS_URL, service.deps.log)
    })
    afterEach(() => blocking.disconnect())
    /** @returns how long a wait took, in ms */
    const waitedMs = async (now: number, limit = limitMs) => {
      const startedAt = performance.now()
      await polls().wait('tests', blocking, { now: at(now), limitMs: limit })
      return performance.now() - startedAt
    }

    it('at their time', async () => {
      await polls().plan('tests', 'later', at(400))
      await waitedMs(399)
      const ms = await waitedMs(0)
      expect(ms).toBeGreaterThanOrEqual(350)
      expect(ms).toBeLessThan(limitMs / 2)
      expect(await waitedMs(400)).toBeLessThan(350)
    })

    it('at once when an earlier one is scheduled, but not by a later one', async () => {
      await polls().plan('tests', 'first', at(20_000))
      expect(await waitedMs(0)).toBeLessThan(limitMs / 2)
      await polls().plan('tests', 'second', at(21_000))
      await polls().plan('tests', 'first', at(25_000))
      expect(await service.deps.redis.exists(wakeKey())).toBe(0)
      const waiting = waitedMs(0)
      await polls().plan('tests', 'news', at(10_000))
      expect(await waiting).toBeLessThan(limitMs / 2)
    })

    it('without its connection, at their time or after the limit, and asks that connection once', async () => {
      const away = connectBlockingRedis('redis://127.0.0.1:1', service.deps.log)
      onTestFinished(() => away.disconnect())
      const blpop = vi.spyOn(away, 'blpop')
      const wait = (limit: number) => polls().wait('tests', away, { now: at(0), limitMs: limit })
      expect(await wait(100)).toBe(false)
      await polls().plan('tests', 'later', at(200))
      expect(await wait(limitMs)).toBe(true)
      expect(blpop).toHaveBeenCalledTimes(1)
    })

    it('at the latest after the limit', async () => {
      expect(await waitedMs(0, 300)).toBeLessThan(limitMs / 2)
    })
  })

  it('are taken by another process when theirs is gone', async () => {
    await polls().plan('tests', 'orphan', at(0))
    await take(100)
    expect(await take(1_099)).toEqual([])
    expect(await take(1_100)).toEqual(['orphan'])
  })
})
