import { salesReport } from '@jhatpat/shared/contracts/sales.ts'
import { AuditModel } from '@jhatpat/shared/domain/audit/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { DailySalesModel, recountSales } from '@jhatpat/shared/domain/reports/index.ts'
import { isoDayOf } from '@jhatpat/shared/platform/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { at, day, dayAfter, dayBefore, makeSoldOrder, putOrders, second } from './sold-orders.ts'

let service: Service
let admin: Person

beforeAll(async () => {
  service = await startService({ env: { SUPPLIER_CURRENCY_PAISE: 'SMILEBR:142' } })
  admin = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await OrderModel.deleteMany({})
  await DailySalesModel.deleteMany({})
})

type Query = NonNullable<NonNullable<Parameters<typeof admin.call<typeof salesReport>>[1]>['query']>
const report = (query: Partial<Query> = {}) =>
  admin.call(salesReport, { query: { from: day, to: day, ...query } })
const count = () => recountSales(service.deps)

describe('the sales of a day', () => {
  it('count what was delivered on it in India, from its first to its last millisecond', async () => {
    const last = new Date(at(1440).getTime() - 1)
    await putOrders([
      makeSoldOrder({ delivered: at(0), paid: at(-1), paise: 100 }),
      makeSoldOrder({ delivered: last, paid: at(1439), paise: 200 }),
      makeSoldOrder({ delivered: new Date(at(0).getTime() - 1), paid: at(-1), paise: 4_000 }),
      makeSoldOrder({ delivered: at(1440), paid: at(1439), paise: 8_000 }),
    ])
    await count()
    const { days } = await report({ from: dayBefore, to: dayAfter })
    expect(days.map(({ sales, orders }) => [orders, sales])).toEqual([
      [1, 40],
      [2, 3],
      [1, 80],
    ])
  })

  it('are split by payment method and kind of customer, and filtered by one kind', async () => {
    await putOrders([
      makeSoldOrder({ paise: 1_000 }),
      makeSoldOrder({ paise: 300, way: 'wallet' }),
      makeSoldOrder({ paise: 50, way: 'wallet', role: 'reseller' }),
    ])
    await count()
    const all = await report()
    expect(all.total).toMatchObject({ orders: 3, sales: 13.5, upi: 10 })
    expect(all.ways).toEqual([
      { customers: 'users', upi: 10, wallet: 3 },
      { customers: 'resellers', upi: 0, wallet: 0.5 },
    ])
    expect((await report({ customers: 'resellers' })).total).toMatchObject({ orders: 1, sales: 0.5 })
  })

  it('include the margin of orders with a known unit cost, and count the orders without one', async () => {
    await putOrders([
      makeSoldOrder({ paise: 20_000, costs: ['60.25', '10'] }),
      makeSoldOrder({ paise: 5_000, costs: [''] }),
      makeSoldOrder({ paise: 6_000, costs: ['30', ''] }),
      makeSoldOrder({
        paise: 7_000,
        more: { units: [], item: { itemid: 9, name: 'By hand', apiType: 'OTHER' } },
      }),
      makeSoldOrder({ paise: 3_000, more: { item: { itemid: 8, name: 'No rate', apiType: 'MOOGOLDHOK' } } }),
    ])
    await count()
    // 70.25 points at ₹1.42 are ₹99.755: a fraction of a paisa is rounded up.
    expect((await report()).total).toMatchObject({
      orders: 5,
      sales: 410,
      priced: 200,
      cost: 99.76,
      margin: 100.24,
      unknownCost: 4,
    })
  })

  it('count no order for a free redelivery, but its cost', async () => {
    await putOrders([
      makeSoldOrder({ paise: 20_000, costs: ['50'] }),
      ...[['50'], ['']].map((costs) => makeSoldOrder({ ...second, costs })),
      makeSoldOrder({ ...second, status: 'Cancelled', delivered: null, costs: [null] }),
    ])
    await count()
    expect((await report()).total).toMatchObject({
      orders: 1,
      sales: 200,
      cost: 142,
      margin: 58,
      unknownCost: 0,
      cancelled: 0,
      ended: 1,
      onTime: 1,
      redeliveries: 2,
      redeliveriesWithoutCost: 1,
      redeliveryCost: 71,
    })
    const [product] = (await report()).rows
    expect(product).toMatchObject({
      id: 'mlbb',
      redeliveries: 2,
      redeliveriesWithoutCost: 1,
      redeliveryCost: 71,
    })
  })

  it("keep the cost of their day when the supplier's currency becomes dearer", async () => {
    await putOrders([makeSoldOrder({ paise: 20_000, costs: ['10'] })])
    await count()
    await recountSales({ ...service.deps, env: { SUPPLIER_CURRENCY_PAISE: new Map([['SMILEBR', 1_000]]) } })
    expect((await report()).total.cost).toBe(14.2)
  })

  it('do not fall by a later refund: it counts on its own day, with its margin', async () => {
    await putOrders([
      makeSoldOrder({ paise: 9_000, costs: ['10'] }),
      makeSoldOrder({
        paise: 5_000,
        costs: ['10'],
        status: 'Refunded',
        ended: { at: at(60, dayAfter), by: 'a1', previous: { status: 'Completed', at: at(720) } },
      }),
    ])
    await count()
    const { days, refunds } = await report({ to: dayAfter })
    expect(days[0]).toMatchObject({ orders: 2, sales: 140, returned: 0, refunded: 0, margin: 111.6 })
    expect(days[1]).toMatchObject({ orders: 0, sales: 0, returned: 50, refunded: 50, margin: -50 })
    expect(refunds).toEqual([{ reason: 'not_received', count: 1, amount: 50 }])
  })

  it('lose no margin by a later refund of an order whose cost is unknown', async () => {
    const ended = { at: at(60, dayAfter), by: 'a1', previous: { status: 'Completed', at: at(720) } }
    await putOrders([
      makeSoldOrder({ paise: 9_000, costs: ['10'] }),
      makeSoldOrder({ paise: 5_000, costs: ['10', ''], status: 'Refunded', ended }),
      makeSoldOrder({
        paise: 3_000,
        costs: ['10'],
        status: 'Refunded',
        ended,
        more: { item: { itemid: 8, name: 'No rate', apiType: 'MOOGOLDHOK' } },
      }),
    ])
    await count()
    const { days } = await report({ to: dayAfter })
    expect(days[0]).toMatchObject({ sales: 170, priced: 90, cost: 14.2, margin: 75.8, unknownCost: 2 })
    expect(days[1]).toMatchObject({ returned: 0, refunded: 80, margin: 0 })
    const { faults } = await verifyLedger()
    expect(faults.filter(({ kind }) => kind === 'sales_differ')).toEqual([])
  })

  it('count a partial refund with a delivery as a refund and not as a sale', async () => {
    await putOrders([
      makeSoldOrder({ paise: 9_000, more: { partlyRefundedPaise: 4_000 }, costs: ['10', null] }),
    ])
    await count()
    const { total, refunds } = await report()
    expect(total).toMatchObject({ sales: 50, refunded: 40, cost: 14.2, priced: 50 })
    expect(refunds).toEqual([{ reason: 'part', count: 1, amount: 40 }])
  })

  it('list refunds by reason, the largest first, and expired orders apart', async () => {
    const back = (paise: number, more: object) =>
      makeSoldOrder({
        paise,
        status: 'Refunded',
        delivered: null,
        costs: [null],
        ended: { at: at(730) },
        ...more,
      })
    await putOrders([
      back(1_000, {}),
      back(2_000, { ended: { at: at(760), by: 'customer' } }),
      back(3_000, {
        ended: { at: at(731), by: 'a1' },
        more: { reason: 'You asked us to cancel it.', units: [] },
      }),
      back(4_000, { ended: { at: at(731), by: 'a1' }, more: { reason: 'because', units: [] } }),
      back(9_900, {
        paid: null,
        ended: { at: at(731), by: 'payments', previous: { status: 'Failed', at: at(700) } },
        more: { units: [], payment: { captures: [{ amountPaise: 8_000 }] } },
      }),
      back(7_000, {
        paid: null,
        ended: { at: at(731), by: 'payments', previous: { status: 'Failed', at: at(700) } },
        more: {
          units: [],
          payment: {
            captures: [],
            discrepancies: [{ inReviewPaise: 6_500, resolution: { answer: 'credit' } }],
          },
        },
      }),
      back(500, { status: 'Cancelled', ended: { at: at(731), by: 'a1' } }),
    ])
    await count()
    const { refunds, total } = await report()
    expect(refunds).toEqual([
      { reason: 'odd_payment', count: 2, amount: 145 },
      { reason: 'admin', count: 1, amount: 40 },
      { reason: 'asked', count: 1, amount: 30 },
      { reason: 'late', count: 1, amount: 20 },
      { reason: 'region', count: 1, amount: 10 },
    ])
    expect(total).toMatchObject({ orders: 0, refunds: 6, refunded: 245, cancelled: 1, ended: 5, onTime: 4 })
  })

  it('show how many ended within 30 minutes of the payment, and the median and 90th percentile', async () => {
    const took = (seconds: number) =>
      makeSoldOrder({ delivered: at(720), paid: new Date(at(720).getTime() - seconds * 1_000) })
    await putOrders([...[5, 8, 12, 14, 31, 33, 40, 100, 1_800].map(took), took(1_801)])
    await count()
    expect((await report()).total).toMatchObject({
      ended: 10,
      onTime: 9,
      medianSeconds: 40,
      ninetiethSeconds: 1_800,
    })
  })
})

describe('the sales report', () => {
  it('shows every requested day, and the same number of days before it for comparison', async () => {
    await putOrders([
      makeSoldOrder({ paise: 700 }),
      makeSoldOrder({ paise: 300, delivered: at(720, dayBefore), paid: at(719, dayBefore) }),
    ])
    await count()
    const shown = await report({ to: dayAfter })
    expect(shown.days.map((one) => [one.day, one.sales])).toEqual([
      [day, 7],
      [dayAfter, 0],
    ])
    expect([shown.total.sales, shown.before.sales]).toEqual([7, 3])
    expect(Date.parse(shown.countedAt ?? '')).toBeLessThanOrEqual(service.clock.now().getTime())
  })

  it('can be requested per product, and for one product per item', async () => {
    await putOrders([
      makeSoldOrder({ paise: 700 }),
      makeSoldOrder({ paise: 100, item: 14 }),
      makeSoldOrder({ paise: 900, product: 'hok', delivered: at(720, dayAfter), paid: at(719, dayAfter) }),
    ])
    await count()
    const all = await report({ to: dayAfter })
    expect(all.rows.map(({ id, name, sales, trend }) => [id, name, sales, trend])).toEqual([
      ['hok', 'HOK', 9, [0, 9]],
      ['mlbb', 'MLBB', 8, [8, 0]],
    ])
    const one = await report({ to: dayAfter, productid: 'mlbb' })
    expect(one.rows.map(({ id, name, sales }) => [id, name, sales])).toEqual([
      ['13', 'Item 13', 7],
      ['14', 'Item 14', 1],
    ])
    expect([one.total.sales, one.products.length]).toEqual([8, 2])
  })

  it.each([
    { from: dayAfter, to: day },
    { from: '2020-01-01', to: day },
  ])('is refused from $from to $to', async (query) => {
    expect(await refusalOf(report(query))).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('reads 90 days and 30 products from the counters, and no order', async () => {
    await putOrders([makeSoldOrder()])
    await count()
    const [shop, product] = await Promise.all(
      (['shop', 'product'] as const).map((kind) => DailySalesModel.findOne({ kind, day }).lean()),
    )
    await DailySalesModel.deleteMany({})
    const days = Array.from({ length: 90 }, (_, ago) =>
      isoDayOf(new Date(at(720).getTime() - ago * 86_400_000)),
    )
    const productIds = Array.from({ length: 30 }, (_, number) => `p${number}`)
    await DailySalesModel.insertMany([
      ...days.map((one) => ({ ...shop, _id: `${one}/shop`, day: one })),
      ...days.flatMap((one) =>
        productIds.map((id) => ({ ...product, _id: `${one}/product/${id}`, day: one, productid: id })),
      ),
    ])
    const range = { from: days.at(-1) ?? '', to: days[0] ?? '' }
    expect(await queriesOf(OrderModel, () => report(range))).toEqual([])
    const reads = await queriesOf(DailySalesModel, () => report(range))
    expect(reads.reduce((all, { documentsRead }) => all + documentsRead, 0)).toBeLessThanOrEqual(
      90 + 90 * 30 + 1,
    )
    expect(reads.some(({ sortsInMemory, plan }) => sortsInMemory || plan === 'COLLSCAN')).toBe(false)
    expect((await report(range)).rows).toHaveLength(30)
  })

  it('is exported as CSV, and the export is recorded', async () => {
    await putOrders([makeSoldOrder({ paise: 700, costs: ['10'] })])
    await count()
    const csv = async (by: string) =>
      (await admin.request(`/api/admin/sales/csv?from=${day}&to=${dayAfter}&by=${by}`)).text
    expect((await csv('day')).split('\r\n').slice(1, 3)).toEqual([
      `${day},1,7.00,7.00,14.20,7.00,0,0.00,-7.20,0,0.00,0,1,1,60,60,0,0,0.00`,
      `${dayAfter},0,0.00,0.00,0.00,0.00,0,0.00,0.00,0,0.00,0,0,0,,,0,0,0.00`,
    ])
    expect((await csv('catalogue')).split('\r\n')[1]).toMatch(/^mlbb,MLBB,1,7\.00,/)
    const rows = await AuditModel.find({ action: 'export', target: 'table:sales' }).sort({ at: 1 }).lean()
    expect(rows.map(({ after }) => after)).toEqual([
      { from: day, to: dayAfter, by: 'day' },
      { from: day, to: dayAfter, by: 'catalogue' },
    ])
  })
})

describe('daily sales', () => {
  it('match a nightly recount of the orders, and a difference is reported by day and field', async () => {
    await putOrders([makeSoldOrder({ paise: 700 }), makeSoldOrder({ paise: 900, role: 'reseller' })])
    await count()
    const faults = async () => (await verifyLedger()).faults.filter(({ kind }) => kind === 'sales_differ')
    expect(await faults()).toEqual([])
    const closed = await DailySalesModel.find({ kind: 'shop', isFinalised: true }).sort({ day: -1 }).lean()
    await DailySalesModel.deleteMany({ kind: 'shop', isFinalised: true, day: { $ne: day } })
    await DailySalesModel.updateOne({ _id: `${day}/shop` }, { $inc: { 'resellers.salesPaise': 1 } })
    expect(closed.map((one) => one.day)).toContain(day)
    await putOrders([makeSoldOrder(second)])
    expect(await faults()).toEqual([
      { kind: 'sales_differ', day, field: 'salesPaise', stored: 1_601, counted: 1_600 },
      { kind: 'sales_differ', day, field: 'redeliveries', stored: 0, counted: 1 },
    ])
  })

  it('are final once their day is finalised, and recounted until then', async () => {
    const today = isoDayOf(service.clock.now())
    const now = new Date(service.clock.now().getTime() - 1_000)
    await putOrders([makeSoldOrder({ paise: 100, delivered: now, paid: now }), makeSoldOrder({ paise: 700 })])
    await count()
    await putOrders([makeSoldOrder({ paise: 200, delivered: now, paid: now }), makeSoldOrder({ paise: 800 })])
    await count()
    expect((await report()).total.sales).toBe(7)
    expect((await report({ from: isoDayOf(now), to: isoDayOf(now) })).total.sales).toBe(3)
    expect((await DailySalesModel.findById(`${today}/shop`).lean())?.isFinalised).toBe(false)
  })
})
