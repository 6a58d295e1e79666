import * as calls from '@jhatpat/shared/contracts/suppliers.ts'
import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import { AlertModel } from '@jhatpat/shared/domain/alerts/index.ts'
import { BalanceModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf, until } from '../../support/buying.ts'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'
import { brazil, supplierCheckFixture } from './supplier-check-fixture.ts'

let service: Service
let checks: ReturnType<typeof supplierCheckFixture>
let meera: Person

beforeAll(async () => {
  service = await startService({
    env: {
      SUPPLIER_LOW_BALANCE: 'SMILEBR:60000',
      SUPPLIER_TOP_UP_URLS: 'SMILEBR=https://top.example/up?a=1',
    },
  })
  await insertShop()
  checks = supplierCheckFixture(service)
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('all')
  await BalanceModel.deleteMany({})
  await AlertModel.deleteMany({})
})

const lastReadAt = async () => (await BalanceModel.findById('SMILEBR').lean())?.askedAt?.getTime() ?? 0
const points = (text: string) => service.simulators.control('smileone', { points: { br: text } })

describe('a supplier’s balance', () => {
  it('is unknown before its first reading, and then known with its time', async () => {
    expect(await brazil(meera)).toMatchObject({
      balance: null,
      available: null,
      unresponsiveSince: null,
      history: [],
    })
    await checks.read()
    const readAt = new Date(await lastReadAt()).toISOString()
    await checks.forecast()
    expect(await brazil(meera)).toMatchObject({
      balance: { amount: '605750.0', readAt },
      unit: 'coins',
      available: '605750',
      isLow: false,
      history: [{ at: readAt, amount: '605750.0' }],
      topUpUrl: 'https://top.example/up?a=1',
      spendRate: { over: 'few', perHour: null, runwayMs: null },
    })
  })

  it('is read once a minute however many processes check, and three times as often when it is low', async () => {
    await Promise.all([checks.read(), checks.read(), checks.read()])
    const first = await lastReadAt()
    service.clock.advance(59_000)
    await checks.read()
    expect(await lastReadAt()).toBe(first)
    service.clock.advance(1_000)
    await checks.read()
    const second = await lastReadAt()
    expect(second).toBeGreaterThanOrEqual(first + 60_000)
    await BalanceModel.updateOne({ _id: 'SMILEBR' }, { $set: { isLow: true } })
    service.clock.advance(20_000)
    await checks.read()
    expect(await lastReadAt()).toBeGreaterThanOrEqual(second + 20_000)
  })

  it('keeps its old time while the supplier is unresponsive, with the start of that', async () => {
    await checks.read()
    const { balance } = await brazil(meera)
    await service.simulators.control('smileone', {
      next: { call: 'querypoints', outcome: 'reset', times: 9 },
    })
    service.clock.advance(60_000)
    await checks.read()
    const since = new Date(await lastReadAt()).toISOString()
    await checks.readAndForecast()
    const unresponsive = await brazil(meera)
    expect(unresponsive).toMatchObject({ balance, unresponsiveSince: since })
    expect(unresponsive.lastError).not.toBe('')
    await service.simulators.reset('faults')
    await checks.readAndForecast()
    expect(await brazil(meera)).toMatchObject({ unresponsiveSince: null, lastError: '' })
  })

  it.each([
    ['no amount', { kind: 'ok', balance: 'lots', unit: 'coins' }],
    ['a refusal', { kind: 'rejected', message: 'Invalid sign' }],
  ] as const)('is not changed by %s', async (_what, answer) => {
    await checks.read()
    const { balance } = await brazil(meera)
    service.clock.advance(60_000)
    await checks.readWithAnswer(async () => answer)
    const now = await brazil(meera)
    expect(now).toMatchObject({ balance, unresponsiveSince: new Date(await lastReadAt()).toISOString() })
    expect(now.lastError).toContain(answer.kind === 'ok' ? 'lots' : 'Invalid sign')
  })

  it('is not replaced by the answer to an earlier request', async () => {
    let resolveAnswer = (_balance: string) => {}
    const late = checks.readWithAnswer(
      () =>
        new Promise((done) => (resolveAnswer = (balance) => done({ kind: 'ok', balance, unit: 'coins' }))),
    )
    await until(lastReadAt, (at) => at > 0)
    service.clock.advance(60_000)
    await checks.readWithAnswer(async () => ({ kind: 'ok', balance: '7', unit: 'coins' }))
    resolveAnswer('60575')
    await late
    expect((await brazil(meera)).balance?.amount).toBe('7')
  })

  it('may be below zero', async () => {
    await checks.readWithAnswer(async () => ({ kind: 'ok', balance: '-12.5', unit: 'coins' }))
    await checks.forecast()
    expect(await brazil(meera)).toMatchObject({
      balance: { amount: '-12.5' },
      available: '-12.5',
      isLow: true,
    })
  })

  it('is read at once on request, and not by ten requests within five seconds', async () => {
    await checks.read()
    await points('12.5')
    service.clock.advance(5_000)
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        meera.call(calls.refreshSupplier, { params: { account: 'SMILEBR' }, body: {} }),
      ),
    )
    expect(all.length).toBe(10)
    expect((await brazil(meera)).balance?.amount).toBe('12.5')
    await service.simulators.control('smileone', {
      next: { call: 'querypoints', outcome: 'reset', times: 9 },
    })
    service.clock.advance(5_000)
    const refusal = await refusalOf(
      meera.call(calls.refreshSupplier, { params: { account: 'SMILEBR' }, body: {} }),
    )
    expect(refusal.code).toBe('supplier_unavailable')
  })
})

describe('the low-balance alert of an account', () => {
  const alerts = () => AlertModel.find({ kind: 'balance_low' }).lean()

  it('is raised once when the balance falls below the level, and again only after it was well above', async () => {
    await checks.read()
    await checks.forecast()
    expect(await alerts()).toEqual([])
    await points('59999')
    await checks.readAndForecast()
    await checks.readAndForecast()
    expect(await alerts()).toMatchObject([{ account: 'SMILEBR', count: 1 }])
    await points('61000')
    await checks.readAndForecast()
    await points('59000')
    await checks.readAndForecast()
    expect((await alerts())[0]?.count).toBe(1)
    await points('66000')
    await checks.readAndForecast()
    expect((await brazil(meera)).isLow).toBe(false)
    await points('59000')
    await checks.readAndForecast()
    expect((await alerts())[0]?.count).toBe(2)
  })

  it('is shown on the dashboard while the account is low, and no longer', async () => {
    const shown = async () =>
      (await meera.call(supplyAlerts, {})).map(({ account, detail }) => ({ account, detail }))
    await points('100')
    await checks.readAndForecast()
    const low = 'held 100 coins, below the alarm of 60000'
    const pausing = '; items that it can’t cover are taken off sale by themselves'
    expect(await shown()).toEqual([{ account: 'SMILEBR', detail: `${low}${pausing}` }])
    await AlertModel.updateMany({}, { $set: { lastAt: new Date(0) } })
    await BalanceModel.updateMany({}, { $set: { isAutoPauseOn: false } })
    expect(await shown()).toEqual([{ account: 'SMILEBR', detail: low }])
    await points('70000')
    await checks.readAndForecast()
    expect(await shown()).toEqual([])
  })

  it('is raised once however many processes forecast', async () => {
    await points('100')
    await checks.read()
    await Promise.all([checks.forecast(), checks.forecast(), checks.forecast()])
    expect((await alerts())[0]?.count).toBe(1)
  })
})
