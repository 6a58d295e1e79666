import { promiseMs } from '@jhatpat/shared/contracts/order-status.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  CountedOrdersModel,
  createStatisticsReader,
  type MonitoredShop,
  readStoreState,
  type ShopStatistics,
} from '@jhatpat/shared/domain/monitoring/index.ts'
import { confirmOrderPayment, fulfilOrder, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { startMetrics } from '@jhatpat/shared/platform/metrics/start-metrics.ts'
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
  return { statistics: await read(), stores: await readStoreState(service.deps) }
}

async function textOf(counted: MonitoredShop): Promise<string> {
  const source = shopMetrics({ current: () => counted }, () => service.clock.now())
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

  it('are off without METRICS_PORT', async () => {
    expect(await startMetrics({ ...service.deps, role: 'api', version: '1' })).toBeUndefined()
    expect(await startMonitoring(service.deps, '1')).toBeUndefined()
  })
})
