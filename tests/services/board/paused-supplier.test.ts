import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { AccountModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { callPermit, openUntil, recordAvailability } from '@jhatpat/shared/platform/circuit-breaker.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, look, orderBody, soldTo, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { openStaffFixture, type StaffFixture } from './unresolved-orders.ts'

let service: Service
let shop: Shop
let staff: StaffFixture
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ workers: true, env: { SUPPLIER_TIMEOUT_MS: '1200' } })
  shop = await insertShop()
  staff = await openStaffFixture(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await staff.newCustomer()
  // The next purchase needs a balance reading.
  await AccountModel.deleteMany({})
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 40 * 34_500)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const smile = (command: Record<string, unknown>) => service.simulators.control('smileone', command)
const sold = (player: string) => soldTo(service, 'smileone', player)

const order = (input1: string, listing = shop.diamonds) =>
  buy(asha, orderBody(user, listing, { input1, paymentmode: 'wallet' }))

/**
 * One order for each player, eight at a time: more concurrent id checks than one process answers within the
 * short timeout are refused.
 */
async function orders(players: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (let first = 0; first < players.length; first += 8) {
    ids.push(...(await Promise.all(players.slice(first, first + 8).map((player) => order(player)))))
  }
  return ids
}
const eight = (first: number) => Array.from({ length: 8 }, (_, index) => String(first + index))

const areDone = (ids: readonly string[], limitMs: number) =>
  until(
    () => Promise.all(ids.map(async (id) => (await look(asha, id)).status)),
    (states) => states.every((state) => state === 'Completed'),
    limitMs,
  )

const manyCalls = 10_000
const callsLeft = async () => ((await smile({})).next as { times: number }[])[0]?.times ?? 0

describe('a supplier account that does not answer', () => {
  it('is unavailable: its orders wait with that reason, stop polling, and complete when it is back', async () => {
    const players = eight(770_000_100)
    await smile({ next: { call: 'querypoints', outcome: 'timeout_lost', times: manyCalls } })
    const ids = await orders(players)
    const rows = await Promise.all(ids.map((id) => staff.waitsAs(id, 'supplier_unavailable')))
    expect(rows.flatMap((row) => row.unitList.map((unit) => unit.state))).toEqual(ids.map(() => 'planned'))
    const paused = await until(
      () => openUntil(service.deps, 'SMILEBR'),
      (time) => time !== undefined,
    )
    expect(paused!.getTime() - service.clock.now().getTime()).toBeLessThanOrEqual(5_000)
    expect(manyCalls - (await callsLeft())).toBeLessThanOrEqual(6)
    const row = await staff.onBoard(ids[0]!)
    expect(row?.pendingReason.detail).toMatch(/^SMILEBR /)
    expect(Date.parse(row?.pendingReason.until ?? '')).toBeGreaterThan(Date.parse(row!.pendingReason.since))
    await smile({ reset: 'faults' })
    service.clock.advance(5_000)
    await areDone(ids, 20_000)
    for (const player of players) expect(sold(player)).toHaveLength(1)
    expect(await openUntil(service.deps, 'SMILEBR')).toBeUndefined()
    expect(await balanceOf(asha, user)).toBe(32 * 345)
  })

  it('causes no repeated writes: no order writes twice for one cooldown', async () => {
    await smile({ next: { call: 'querypoints', outcome: 'reset', times: manyCalls } })
    const ids = await orders(Array.from({ length: 30 }, (_, index) => String(770_000_400 + index)))
    await Promise.all(ids.map((id) => staff.waitsAs(id, 'supplier_unavailable')))
    const revisions = async () =>
      (await OrderModel.find({ _id: { $in: ids } }).lean()).map((one) => [one.revision, one.due.fulfil.seq])
    const before = await revisions()
    const paused = await openUntil(service.deps, 'SMILEBR')
    service.clock.advance(5_000)
    await until(
      () => openUntil(service.deps, 'SMILEBR'),
      (time) => time !== undefined && time.getTime() > paused!.getTime(),
      20_000,
    )
    expect(await revisions()).toEqual(before)
    await smile({ reset: 'faults' })
    service.clock.advance(25_000)
    await areDone(ids, 25_000)
  })

  it('does not delay orders at another account', async () => {
    await smile({ next: { call: 'querypoints', outcome: 'reset', times: manyCalls } })
    const ids = await orders(eight(770_000_200))
    await Promise.all(ids.map((id) => staff.waitsAs(id, 'supplier_unavailable')))
    const crystals = await order('770000210', shop.crystals)
    await areDone([crystals], 10_000)
    await smile({ reset: 'faults' })
    service.clock.advance(10_000)
    await areDone(ids, 20_000)
  })

  it('is tried by one order after the cooldown, and cools down longer when that fails', async () => {
    await smile({ next: { call: 'querypoints', outcome: 'reset', times: manyCalls } })
    const ids = await orders(eight(770_000_300))
    // Calls that began before the pause end first, so that only the trial is counted.
    await Promise.all(ids.map((id) => staff.waitsAs(id, 'supplier_unavailable')))
    const first = await until(
      () => openUntil(service.deps, 'SMILEBR'),
      (time) => time !== undefined,
    )
    const before = await callsLeft()
    const timeoutMs = 30_000
    service.clock.advance(timeoutMs)
    const second = await until(
      () => openUntil(service.deps, 'SMILEBR'),
      (time) => time !== undefined && time.getTime() > first!.getTime() + timeoutMs,
      20_000,
    )
    const cooldownMs = second!.getTime() - service.clock.now().getTime()
    expect(cooldownMs).toBeGreaterThan(6_000)
    expect(cooldownMs).toBeLessThan(15_000)
    expect(before - (await callsLeft())).toBeLessThanOrEqual(2)
    await smile({ reset: 'faults' })
    service.clock.advance(15_000)
    await areDone(ids, 40_000)
  })

  it('stays available when calls time out one after another but a later call was answered', async () => {
    const { deps } = service
    const ends = (agoMs: number, isAnswered: boolean) =>
      recordAvailability(deps, 'PATCHY', { begunAt: performance.now() - agoMs, isAnswered })
    await ends(500, true)
    for (let timeout = 0; timeout < 8; timeout += 1) await ends(1_500, false)
    expect(await openUntil(deps, 'PATCHY')).toBeUndefined()
    for (let failure = 0; failure < 5; failure += 1) await ends(300, false)
    expect(await openUntil(deps, 'PATCHY')).toBeInstanceOf(Date)
  })

  it('is not called by orders that read the cooldown before a failed trial extended it', async () => {
    const { deps, clock } = service
    for (let count = 0; count < 5; count++)
      await recordAvailability(deps, 'SILENT', { begunAt: performance.now(), isAnswered: false })
    clock.advance(6_000)
    const hasRead = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slowly = Object.create(deps.redis, {
      mget: {
        value: async (...names: string[]) => {
          const texts = await deps.redis.mget(...names)
          hasRead.resolve()
          await goOn.promise
          return texts
        },
      },
    }) as typeof deps.redis
    const late = callPermit({ ...deps, redis: slowly }, 'SILENT')
    await hasRead.promise
    expect((await callPermit(deps, 'SILENT')).until).toBeUndefined()
    await recordAvailability(deps, 'SILENT', { begunAt: performance.now(), isAnswered: false })
    goOn.resolve()
    expect((await late).until).toBeInstanceOf(Date)
  })
})
