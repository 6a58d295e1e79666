import { ReconciliationRunModel, startYesterday } from '@jhatpat/shared/domain/reports/index.ts'
import { isoDayOf, startOfIstDay } from '@jhatpat/shared/platform/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { day, exceptionRows, insertBookedOrder, sortedRows } from './day-fixture.ts'
import { compareDay, compareRemaining, externalData, resetDay } from './external-data.ts'

let service: Service
let admin: Person

beforeAll(async () => {
  service = await startService({ env: { SUPPLIER_CURRENCY_PAISE: 'SMILEBR:142' } })
  admin = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(resetDay)

const compare = (of?: string) => compareDay(service, { admin, ...(of ? { of } : {}) })

describe('an unresponsive vendor', () => {
  it('has its list requested again, and then the day is marked as not read', async () => {
    await insertBookedOrder()
    externalData.isListRead = false
    let run = await compare()
    expect(run).toMatchObject({ state: 'running', unreadSuppliers: [] })
    for (let tries = 0; tries < 5; tries += 1) {
      service.clock.advance(61_000)
      run = await compareRemaining(service, { admin })
    }
    expect(run).toMatchObject({ state: 'done', unreadSuppliers: ['MOOGOLD'] })
    externalData.isListRead = true
    expect(await compare()).toMatchObject({ state: 'done', unreadSuppliers: [] })
  })

  it('with an endless list is read no further, and marked as not read', async () => {
    externalData.listed = [{ supplierOrderId: 'M7', state: 'returned', total: '1', unit: 'USD' }]
    externalData.isListEndless = true
    expect(await compare()).toMatchObject({ state: 'done', unreadSuppliers: ['MOOGOLD'] })
    expect(externalData.listReads).toBe(2)
  })

  it('is not asked for payments after three failures in a row, for five retries, and no customer’s payments pause', async () => {
    for (let number = 0; number < 8; number += 1) await insertBookedOrder({ gateway: 'unavailable' })
    let run = await compare()
    for (let tries = 0; tries < 5; tries += 1) {
      expect(run).toMatchObject({ state: 'running', asked: 0 })
      service.clock.advance(61_000)
      run = await compareRemaining(service, { admin })
    }
    expect(run).toMatchObject({ state: 'done', asked: 8, unanswered: 8, booked: 0 })
    for (const key of ['failures', 'pause']) {
      // Of this file's own processes: other files use the same Redis.
      const keys = `*${service.env.QUEUE_PREFIX}*gateway-upigateway}:${key}`
      expect(await service.deps.redis.keys(keys)).toEqual([])
    }
  })

  it('without a balance once is compared with its previous reading', async () => {
    await insertBookedOrder()
    const daysBefore = (ago: number) => isoDayOf(startOfIstDay(day, -ago))
    externalData.balances = ['1000']
    await compare(daysBefore(2))
    externalData.balances = []
    await compare(daysBefore(1))
    externalData.balances = ['900']
    expect(exceptionRows(await compare())).toEqual(sortedRows([['balance_differs', `SMILEBR.${day}`, 142]]))
  })
})

describe('the comparison', () => {
  it('of the last day begins at four in the morning, once, and for no day before the first order', async () => {
    const four = startOfIstDay(day, 1).getTime() + 4 * 3_600_000
    const clockAt = (ms: number) => ({ clock: { now: () => new Date(ms) } })
    await startYesterday(clockAt(four))
    expect(await ReconciliationRunModel.findById(day).lean()).toBeNull()
    await insertBookedOrder()
    await startYesterday(clockAt(four - 1))
    expect(await ReconciliationRunModel.findById(day).lean()).toBeNull()
    await startYesterday(clockAt(four))
    await startYesterday(clockAt(four + 60_000))
    expect(await ReconciliationRunModel.findById(day).lean()).toMatchObject({
      runCount: 1,
      step: 'orders_paid',
    })
  })

  it('is repeated at four for a day that was compared by hand before, once', async () => {
    await insertBookedOrder()
    await compare()
    const four = startOfIstDay(day, 1).getTime() + 4 * 3_600_000
    await ReconciliationRunModel.updateOne({ _id: day }, { startedAt: new Date(four - 3 * 3_600_000) })
    const clockAt = (ms: number) => ({ clock: { now: () => new Date(ms) } })
    await startYesterday(clockAt(four - 1))
    expect(await ReconciliationRunModel.findById(day).lean()).toMatchObject({ runCount: 1, step: 'done' })
    await startYesterday(clockAt(four))
    expect(await ReconciliationRunModel.findById(day).lean()).toMatchObject({
      runCount: 2,
      step: 'orders_paid',
    })
    await ReconciliationRunModel.updateOne({ _id: day }, { step: 'done' })
    await startYesterday(clockAt(four + 60_000))
    expect(await ReconciliationRunModel.findById(day).lean()).toMatchObject({ runCount: 2, step: 'done' })
  })

  it('is made for the days without a run, at most 31, the earliest first', async () => {
    await insertBookedOrder()
    await compare()
    const days = async (after: number) => {
      const now = () => new Date(startOfIstDay(day, 1 + after).getTime() + 4 * 3_600_000)
      await startYesterday({ clock: { now } })
      const rows = await ReconciliationRunModel.find({ step: 'orders_paid' }, '_id').sort({ _id: 1 }).lean()
      return rows.map(({ _id }) => _id)
    }
    const dayIn = (number: number) => isoDayOf(startOfIstDay(day, number))
    expect(await days(3)).toEqual([1, 2, 3].map(dayIn))
    await ReconciliationRunModel.deleteMany({ _id: { $ne: day } })
    expect(await days(60)).toEqual(Array.from({ length: 31 }, (_, number) => dayIn(30 + number)))
  })
})
