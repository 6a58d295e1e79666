import { setTimeout as sleep } from 'node:timers/promises'
import { promiseMs } from '@jhatpat/shared/contracts/order-status.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import {
  CountedOrdersModel,
  createStatisticsReader,
  type MonitoredShop,
  readStoreState,
  type ShopStatistics,
  shopAlerts,
} from '@jhatpat/shared/domain/monitoring/index.ts'
import { changeOrder } from '@jhatpat/shared/domain/orders/change/change-order.ts'
import {
  confirmOrderPayment,
  fulfilOrder,
  type OrderDoc,
  OrderModel,
} from '@jhatpat/shared/domain/orders/index.ts'
import { BalanceModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { ReconciliationRunModel } from '@jhatpat/shared/domain/reports/index.ts'
import type { DueTask } from '@jhatpat/shared/platform/due-tasks.ts'
import { expectSuccess } from '@jhatpat/shared/platform/job-runs.ts'
import { startMetrics } from '@jhatpat/shared/platform/metrics/start-metrics.ts'
import { startupAdvice } from '@jhatpat/shared/platform/start-failure-message.ts'
import { sweep } from '@jhatpat/shared/platform/sweep.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { monitorShop, type ShopMonitor } from '../../../workers/src/monitoring/monitor-shop.ts'
import { shopMetrics } from '../../../workers/src/monitoring/shop-metrics.ts'
import { startMonitoring } from '../../../workers/src/monitoring/start-monitoring.ts'
import { buy, giveMoney, orderBody, pay } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService()
  shop = await insertShop()
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 1_000_000)
})
afterAll(() => service.stop())

const env = () => ({ ...service.env, METRICS_PORT: 0 })

async function scrape(port: number | undefined, path = '/metrics'): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return response.ok ? response.text() : String(response.status)
}

/** The value of a series by its name with labels, as the text has it; undefined: it is absent. */
const valueIn = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

/** Counts once, as the elected worker does four times a minute. */
async function countOnce(): Promise<MonitoredShop & { statistics: ShopStatistics }> {
  const read = createStatisticsReader(service.deps)
  const readAt = service.clock.now()
  return { readAt, statistics: await read(), stores: await readStoreState(service.deps) }
}

async function textOf(counted: MonitoredShop): Promise<string> {
  const source = shopMetrics({ current: () => counted })
  const text = await source.read()
  source.stop()
  return text
}

const ordered = (input1: string) =>
  buy(asha, orderBody(user, shop.diamonds, { input1, input2: '1234', paymentmode: 'wallet' }))

async function work(orderid: string): Promise<void> {
  const order = await OrderModel.findById(orderid).lean()
  await fulfilOrder(service.deps, orderid, order?.due.fulfil.seq ?? 0)
}

describe('the metrics', () => {
  it('count open orders, their rupees, their age and their overdue tasks', async () => {
    const orderid = await ordered('750000001')
    service.clock.advance(90_000)
    const text = await textOf(await countOnce())
    expect(valueIn(text, 'jhatpat_orders_open{reason="in_progress"}')).toBe(1)
    expect(valueIn(text, 'jhatpat_orders_open_rupees{reason="in_progress"}')).toBeGreaterThan(0)
    expect(valueIn(text, 'jhatpat_orders_oldest_age_seconds{reason="in_progress"}')).toBeGreaterThanOrEqual(
      90,
    )
    expect(valueIn(text, 'jhatpat_due_tasks_overdue{task="order.fulfil"}')).toBe(1)
    expect(valueIn(text, 'jhatpat_due_task_oldest_overdue_seconds{task="order.fulfil"}')).toBeGreaterThan(80)
    expect(valueIn(text, 'jhatpat_wallet_liability_rupees')).toBeGreaterThan(0)
    expect(valueIn(text, 'jhatpat_mongodb_has_primary')).toBe(1)
    expect(valueIn(text, 'jhatpat_redis_takes_writes')).toBe(1)
    expect(valueIn(text, 'jhatpat_mongodb_disk_free_ratio')).toBeGreaterThan(0)
    await work(orderid)
  })

  describe('count the tasks that fail again and again, though each try makes them due now', () => {
    const notification = dueTasks.find(({ name }) => name === 'order.notify') as DueTask
    let orderid: string
    const sweptOften = async () => {
      service.clock.advance(1_000)
      const { statistics } = await countOnce()
      return statistics.tasks.find(({ task }) => task === 'order.notify')?.sweptOften
    }
    /** One sweep after the job of the last has failed. */
    const sweepLater = async () => {
      service.clock.advance(20_000)
      await service.deps.queues.all.notifications.obliterate({ force: true })
      await sweep(notification, service.deps)
    }
    const schedule = async (due: Record<string, Date | null>) => {
      const order = await OrderModel.findById(orderid).lean<OrderDoc>()
      await changeOrder(service.deps, order as OrderDoc, { guard: {}, due })
    }

    beforeAll(async () => {
      const others = await OrderModel.find({ 'due.notify.at': { $type: 'date' } }, '_id').lean()
      const ids = others.map(({ _id }) => _id as never)
      await OrderModel.collection.updateMany({ _id: { $in: ids } }, { $set: { 'due.notify.at': null } })
      orderid = await ordered('750000006')
      await work(orderid)
      await schedule({ notify: service.clock.now() })
    })
    afterAll(() => schedule({ notify: null, completion: null }))

    it('from the third time on', async () => {
      for (const expected of [0, 0, 1]) {
        await sweepLater()
        expect(await sweptOften()).toBe(expected)
      }
    })

    it('not before their time, nor any more once one was done, whatever was swept earlier', async () => {
      await schedule({ notify: new Date(service.clock.now().getTime() + 60_000) })
      expect(await sweptOften()).toBe(0)
      await schedule({ notify: service.clock.now() })
      expect(await sweptOften()).toBe(0)
      await sweepLater()
      expect(await sweptOften()).toBe(0)
    })

    it('and not another task of their document', async () => {
      for (let count = 0; count < 2; count += 1) await sweepLater()
      await schedule({ completion: service.clock.now() })
      expect(await sweptOften()).toBe(1)
      const { statistics } = await countOnce()
      expect(statistics.tasks.flatMap(({ task, sweptOften: often }) => (often > 0 ? [task] : []))).toEqual([
        'order.notify',
      ])
    })
  })

  it('count unknown purchases by the units and since these were sent, whatever the order waits for', async () => {
    const orderid = await ordered('750000007')
    const sentAt = new Date(service.clock.now().getTime() - 700_000)
    const unknownSince = new Date(service.clock.now().getTime() - 900_000)
    const set = (fields: object) =>
      OrderModel.collection.updateOne({ _id: orderid as never }, { $set: fields })
    const before = await OrderModel.findById(orderid).lean()
    const counted = async () => (await countOnce()).statistics.unknownUnits
    expect(await counted()).toEqual([])
    const heldBy = { kind: 'on_hold', since: service.clock.now(), detail: '', needsAction: false }
    await set({ 'units.0.state': 'unknown', 'units.0.sentAt': sentAt, pendingReason: heldBy })
    expect(await counted()).toEqual([{ account: 'SMILEBR', units: 1, since: sentAt }])
    await set({
      'units.0.state': 'sending',
      'units.0.unknownSince': unknownSince,
      pendingReason: { ...heldBy, kind: 'outcome_unknown' },
    })
    expect(await counted()).toEqual([{ account: 'SMILEBR', units: 1, since: unknownSince }])
    const { units, pendingReason } = before ?? {}
    await set({ units, pendingReason })
    await work(orderid)
  })

  it('read the accounts at most once a minute', async () => {
    const find = vi.spyOn(BalanceModel, 'find')
    onTestFinished(() => find.mockRestore())
    const read = createStatisticsReader(service.deps)
    for (let times = 0; times < 3; times += 1) expect((await read()).suppliers.length).toBeGreaterThan(1)
    expect(find).toHaveBeenCalledTimes(1)
  })

  it('are counted as often as is set, and the accounts at some of the counts', async () => {
    const find = vi.spyOn(BalanceModel, 'find')
    const more = { ...service.deps, env: { ...env(), MONITORING_INTERVAL_MS: 1_000 } }
    const times: number[] = []
    const monitor = monitorShop(more, { onCount: async () => void times.push(performance.now()) })
    onTestFinished(async () => {
      find.mockRestore()
      await monitor.stop()
    })
    await vi.waitFor(() => expect(times.length).toBeGreaterThanOrEqual(7), { timeout: 40_000 })
    const seconds = ((times[6] as number) - (times[0] as number)) / 1_000
    // Six intervals, each until a whole second after its count.
    expect(seconds).toBeGreaterThan(4)
    expect(seconds).toBeLessThan(30)
    expect(find.mock.calls.length).toBeGreaterThanOrEqual(2)
  })

  it('have a job that never succeeded as late since it has been expected, also the comparison of a day', async () => {
    const expectedSince = new Date(service.clock.now().getTime() - 30 * 3_600_000)
    await expectSuccess('ledger.verify', expectedSince)
    const jobs = async () => (await countOnce()).statistics.jobs
    expect((await jobs()).some(({ job }) => job === 'reconciliation')).toBe(false)
    await ReconciliationRunModel.collection.insertOne({
      ...{ _id: '2026-01-01' as never, startedAt: expectedSince, step: 'gateway', comparedAt: null },
    })
    onTestFinished(() => ReconciliationRunModel.collection.deleteMany({}).then(() => undefined))
    const shop = await countOnce()
    for (const job of ['ledger.verify', 'reconciliation'])
      expect(shop.statistics.jobs).toContainEqual({ job, succeededAt: expectedSince, isExpected: true })
    const late = shopAlerts.find(({ name }) => name === 'VerificationLate')?.subjectsOf(shop)
    expect(late?.map(({ name }) => name)).toEqual(['ledger.verify', 'reconciliation'])
    const comparedAt = service.clock.now()
    await ReconciliationRunModel.collection.updateOne(
      { _id: '2026-01-01' as never },
      { $set: { step: 'done', comparedAt } },
    )
    expect(await jobs()).toContainEqual({ job: 'reconciliation', succeededAt: comparedAt, isExpected: false })
  })

  it('have no backup that is late where backups are off', async () => {
    const runs = ['backup', 'backup.tail']
    for (const run of runs) await expectSuccess(run, new Date(service.clock.now().getTime() - 48 * 3_600_000))
    const jobs = async (recipient: string) => {
      const read = createStatisticsReader({
        ...service.deps,
        env: { ...service.env, BACKUP_RECIPIENT: recipient },
      })
      return (await read()).jobs.map(({ job }) => job)
    }
    expect(await jobs('age1backup')).toEqual(expect.arrayContaining(runs))
    expect((await jobs('')).filter((job) => runs.includes(job))).toEqual([])
  })

  it('count each order once as kept or broken, whatever process counts and however often', async () => {
    // Orders of earlier tests are counted once they have settled.
    service.clock.advance(60_000)
    await countOnce()
    const before = await CountedOrdersModel.findById('orders').lean()
    const quick = await ordered('750000002')
    await work(quick)
    const slow = await ordered('750000003')
    service.clock.advance(60_000)
    await Promise.all([countOnce(), countOnce()])
    await countOnce()
    service.clock.advance(promiseMs)
    await Promise.all([countOnce(), countOnce()])
    // Delivered after its time was counted as run out.
    await work(slow)
    service.clock.advance(60_000)
    await countOnce()
    const { counted } = (await countOnce()).statistics
    expect((await OrderModel.findById(slow).lean())?.status).toBe('Completed')
    expect(counted?.kept).toBe((before?.kept ?? 0) + 1)
    expect(counted?.broken).toBe((before?.broken ?? 0) + 1)
    const ended = before?.ended as unknown as Record<string, number> | undefined
    expect(counted?.ended.Completed).toBe((ended?.Completed ?? 0) + 2)
  })

  it('count payments with and without a callback, and those of the last quarter of an hour only', async () => {
    const orderid = await buy(asha, orderBody(user, shop.diamonds, { input1: '750000004' }))
    await pay(service, orderid)
    service.clock.advance(10_000)
    const order = await OrderModel.findById(orderid).lean()
    if (order) await confirmOrderPayment(service.deps, order)
    await OrderModel.collection.updateOne({ _id: orderid as never }, { $set: { 'payment.callbackAt': null } })
    const found = async () =>
      (await countOnce()).statistics.payments.find(({ gateway }) => gateway === 'upigateway')
    expect(await found()).toMatchObject({ withCallback: 0, withoutCallback: 1 })
    await OrderModel.collection.updateOne(
      { _id: orderid as never },
      { $set: { 'payment.callbackAt': service.clock.now() } },
    )
    expect(await found()).toMatchObject({ withCallback: 1, withoutCallback: 0 })
    service.clock.advance(15 * 60_000 + 1_000)
    expect(await found()).toMatchObject({ withCallback: 0, withoutCallback: 0 })
  })

  it('are those of the shop in one process, until it stops, and then in another', async () => {
    const monitors: ShopMonitor[] = [monitorShop(service.deps), monitorShop(service.deps)]
    onTestFinished(() => Promise.all(monitors.map((monitor) => monitor.stop())).then(() => undefined))
    const counting = () => monitors.filter((monitor) => monitor.current())
    await vi.waitFor(() => expect(counting()).toHaveLength(1), 10_000)
    const [first] = counting()
    await first?.stop()
    expect(counting()).toHaveLength(0)
    // Counts again within its interval.
    await vi.waitFor(() => expect(counting()).toHaveLength(1), 20_000)
  }, 40_000)

  it('have the state of the stores while the statistics take long, and count again once these are there', async () => {
    const slow = Promise.withResolvers<never>()
    const read = OrderModel.aggregate.bind(OrderModel)
    const isOfOpenOrders = (pipeline: unknown) => JSON.stringify(pipeline).includes('$pendingReason.kind')
    const aggregate = vi
      .spyOn(OrderModel, 'aggregate')
      .mockImplementation((pipeline) =>
        isOfOpenOrders(pipeline) ? ({ hint: () => slow.promise } as never) : read(pipeline),
      )
    onTestFinished(() => aggregate.mockRestore())
    const states: MonitoredShop[] = []
    const counts: MonitoredShop[] = []
    const monitor = monitorShop(service.deps, {
      onStores: async (one) => void states.push(one),
      onCount: async (one) => void counts.push(one),
    })
    onTestFinished(() => monitor.stop())
    await vi.waitFor(() => expect(states).toHaveLength(1), 5_000)
    expect(monitor.current()).toMatchObject({ statistics: undefined, stores: { redisTakesWrites: true } })
    await vi.waitFor(() => expect(states).toHaveLength(3), 50_000)
    // The shop's alerts are evaluated meanwhile: that nothing is counted is one of them.
    expect(counts.map(({ statistics }) => statistics)).toEqual([undefined, undefined])
    // A query that has not ended is not made again.
    expect(aggregate.mock.calls.filter(([pipeline]) => isOfOpenOrders(pipeline))).toHaveLength(1)
    aggregate.mockRestore()
    slow.reject(new Error('the query was stopped'))
    await vi.waitFor(() => expect(monitor.current()?.statistics).toBeDefined(), 25_000)
  }, 90_000)

  it('stop once a running evaluation has ended, so that a message that was sent is recorded', async () => {
    const begun = Promise.withResolvers<void>()
    const sent = Promise.withResolvers<void>()
    const monitor = monitorShop(service.deps, {
      onStores: () => {
        begun.resolve()
        return sent.promise
      },
    })
    onTestFinished(() => monitor.stop())
    await begun.promise
    let hasStopped = false
    const stopping = monitor.stop().then(() => {
      hasStopped = true
    })
    // The count itself waits for no longer than this.
    await sleep(7_000)
    expect(hasStopped).toBe(false)
    sent.resolve()
    await stopping
  }, 30_000)

  it('stop although an evaluation never ends', async () => {
    const begun = Promise.withResolvers<void>()
    const monitor = monitorShop(service.deps, {
      onStores: () => {
        begun.resolve()
        return new Promise(() => undefined)
      },
    })
    await begun.promise
    const begunAt = performance.now()
    await monitor.stop()
    expect(performance.now() - begunAt).toBeLessThan(20_000)
  }, 40_000)

  it('are served on a port of their own, cost little CPU, and are not counted by a scrape', async () => {
    const running = await startMonitoring({ ...service.deps, env: env() }, '1.2.3')
    onTestFinished(() => running?.stop())
    await vi.waitFor(async () => expect(await scrape(running?.port)).toContain('jhatpat_orders_open'), 10_000)
    const text = await scrape(running?.port)
    expect(text).toContain('jhatpat_build_info{process="workers",version="1.2.3"} 1')
    expect(valueIn(text, 'jhatpat_mongodb_connections{state="open"}')).toBeGreaterThan(0)
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/)
    expect(text).toMatch(/nodejs_heap_size_used_bytes \d/)
    expect(await scrape(running?.port, '/')).toBe('404')
    expect(await scrape(running?.port, '/readyz')).toBe('404')
    const counted = 'jhatpat_shop_counted_timestamp_seconds'
    const before = process.cpuUsage()
    const times = 20
    const texts: string[] = []
    for (let count = 0; count < times; count += 1) texts.push(await scrape(running?.port))
    const { user: ofUser, system } = process.cpuUsage(before)
    expect(new Set(texts.map((one) => valueIn(one, counted))).size).toBeLessThanOrEqual(2)
    // Includes this test's own requests.
    expect((ofUser + system) / 1_000 / times).toBeLessThan(50)
  })

  it('of a process count requests by the pattern of their route, never by their address', async () => {
    const running = await startMetrics({ ...service.deps, env: env(), role: 'api', version: '1' })
    onTestFinished(() => running?.stop())
    const orderid = await ordered('750000005')
    await work(orderid)
    await fetch(`${service.url}/api/nothing/${orderid}`)
    await fetch(`${service.url}/${orderid}`)
    await vi.waitFor(async () => {
      const text = await scrape(running?.port)
      expect(text).toMatch(
        /jhatpat_http_requests_total\{method="POST",route="\/api\/[^"]+",status="2xx"\} \d/,
      )
      expect(valueIn(text, 'jhatpat_http_requests_total{method="",route="/api",status="4xx"}')).toBe(1)
      expect(text).toContain('jhatpat_vendor_calls_total{account="SMILEBR",call=')
      expect(text).not.toContain(orderid)
    })
  })

  it('say which setting to change when their port is taken', async () => {
    const taken = await startMetrics({ ...service.deps, env: env(), role: 'api', version: '1' })
    onTestFinished(() => taken?.stop())
    const settings = { ...service.env, METRICS_PORT: taken?.port }
    const error = await startMetrics({
      ...{ ...service.deps, env: settings, role: 'workers', version: '1' },
    }).catch((reason: Error) => reason)
    expect(startupAdvice(error)).toBe(
      `Port ${taken?.port} is taken: stop what uses it, or choose another for the metrics (METRICS_PORT).`,
    )
  })

  it('are off without METRICS_PORT', async () => {
    expect(await startMetrics({ ...service.deps, role: 'api', version: '1' })).toBeUndefined()
    expect(await startMonitoring(service.deps, '1')).toBeUndefined()
  })
})
