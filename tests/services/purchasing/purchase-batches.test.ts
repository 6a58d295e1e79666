import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import {
  AccountModel,
  type IUnit,
  noCost,
  SupplierProductModel,
  syncPriceLists,
} from '@jhatpat/shared/domain/purchasing/index.ts'
import {
  acquireSettlement,
  type JoinRequest,
  joinBatch,
  leaveBatch,
  readAccount,
  releaseSettlement,
} from '@jhatpat/shared/domain/purchasing/purchase-batch.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buy, ends, giveMoney, look, orderBody, soldTo, until } from '../../support/buying.ts'
import { knowCosts } from '../../support/known-costs.ts'
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
    env: { SUPPLIER_TIMEOUT_MS: '2000', BALANCE_SETTLE_MS: '800' },
  })
  await service.startAnotherWorkers()
  shop = await insertShop()
  // The workers may have read the price lists before there was anything to sell.
  await syncPriceLists(service.deps)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await AccountModel.deleteMany({})
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 40 * 34_500)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const smile = (command: Record<string, unknown>) => service.simulators.control('smileone', command)
const sold = (player: string) => soldTo(service, 'smileone', player)
const order = (input1: string) => buy(asha, orderBody(user, shop.diamonds, { input1, paymentmode: 'wallet' }))
const orders = (players: readonly string[]) => Promise.all(players.map(order))
const players = (count: number, first: number) =>
  Array.from({ length: count }, (_, index) => String(first + index))
const soldAt = (player: string) => Date.parse(String(sold(player)[0]?.at))
const unitOf = async (id: string): Promise<IUnit> => (await OrderModel.findById(id).lean())!.units[0]!
const account = () => AccountModel.findById('SMILEBR').lean()

/** The maximum number of these time spans that overlap. */
function maxAtOnce(spans: { from: number; to: number }[]): number {
  return Math.max(...spans.map(({ from }) => spans.filter((one) => one.from <= from && from < one.to).length))
}

describe('purchases at an account with balance evidence', () => {
  it('run concurrently between two readings, at most eight over all workers', async () => {
    const replyDelayMs = 300
    await smile({ replyDelayMs })
    const them = players(24, 850_000_100)
    const ids = await orders(them)
    for (const id of ids) await ends(asha, id, 'Completed')
    for (const player of them) expect(sold(player)).toHaveLength(1)
    const atOnce = maxAtOnce(
      them.map((player) => ({ from: soldAt(player), to: soldAt(player) + replyDelayMs })),
    )
    expect(atOnce).toBeGreaterThan(3)
    expect(atOnce).toBeLessThanOrEqual(service.env.BALANCE_CONCURRENCY)
    const batchIds = new Set((await Promise.all(ids.map(unitOf))).map((unit) => unit.batch))
    expect(batchIds.size).toBe(1)
  })

  it('are settled without an admin when all unclear ones were delivered', async () => {
    const [lost, ...clear] = players(6, 850_000_200)
    await smile({ next: { outcome: 'timeout_accepted', match: { userid: lost } } })
    const ids = await orders([lost!, ...clear])
    for (const id of ids) await ends(asha, id, 'Completed')
    for (const player of [lost!, ...clear]) expect(sold(player)).toHaveLength(1)
    const unit = await unitOf(ids[0]!)
    expect(unit).toMatchObject({ state: 'delivered', attempt: 1, supplierOrderId: '' })
    expect(Number(unit.balanceBefore) - Number(unit.balanceAfter)).toBeGreaterThanOrEqual(61.5)
  })

  it('are retried, after a second reading, when none was delivered; and no other is sent before that', async () => {
    const [lost, later] = players(2, 850_000_300)
    await smile({ next: { outcome: 'timeout_lost', match: { userid: lost } } })
    const id = await order(lost!)
    const unclear = await until(
      () => unitOf(id),
      (unit) => unit.state === 'unknown',
    )
    const late = await order(later!)
    const settled = await until(account, (one) => one?.settleAt !== null && one?.settleAt !== undefined)
    expect(sold(later!)).toHaveLength(0)
    await ends(asha, id, 'Completed')
    await ends(asha, late, 'Completed')
    expect(soldAt(later!)).toBeGreaterThanOrEqual(settled!.settleAt!.getTime())
    expect(settled!.settleAt!.getTime() - unclear.sentAt!.getTime()).toBe(
      service.env.SUPPLIER_TIMEOUT_MS + service.env.BALANCE_SETTLE_MS,
    )
    expect(sold(lost!)).toHaveLength(1)
    expect((await unitOf(id)).attempt).toBe(2)
  })

  it('show on the waiting order’s page what it waits for', async () => {
    const [lost, later] = players(2, 850_000_400)
    await smile({ next: { outcome: 'timeout_lost', match: { userid: lost } } })
    await order(lost!)
    await until(account, (one) => one?.settleAt !== null && one?.settleAt !== undefined)
    const id = await order(later!)
    const waiting = await until(
      async () => (await OrderModel.findById(id).lean())?.pendingReason,
      (pendingReason) => pendingReason?.kind === 'supplier_unavailable',
    )
    expect(waiting?.detail).toBe('SMILEBR is paused until the outcome of another purchase is known')
    await ends(asha, id, 'Completed')
  })

  it('are left to an admin, with the readings, when other purchases used the account meanwhile', async () => {
    const [lost, later] = players(2, 850_000_500)
    await smile({ next: { outcome: 'timeout_accepted', match: { userid: lost } } })
    const id = await order(lost!)
    await until(
      async () => sold(lost!).length,
      (times) => times === 1,
    )
    await smile({ points: { br: '50000.00' } })
    const unit = await until(
      () => unitOf(id),
      (one) => one.batch === 0,
    )
    expect(unit).toMatchObject({ state: 'unknown', attempt: 1 })
    expect(unit.message).toMatch(/^Points went from [\d,]+(\.\d+)? to 50,000\. /)
    const pendingOrder = await OrderModel.findById(id).lean()
    expect(pendingOrder?.pendingReason?.kind).toBe('outcome_unknown')
    expect(pendingOrder?.due.fulfil.at).toBeNull()
    expect((await look(asha, id)).status).toBe('Processing')
    await ends(asha, await order(later!), 'Completed')
    expect(sold(lost!)).toHaveLength(1)
  })

  it('count for nothing after readings that disagree, until they agree again', async () => {
    const [first, lost, second, third, fourth, unclear] = players(6, 850_000_600)
    await ends(asha, await order(first!), 'Completed')
    await smile({ points: { br: '40000.00' } })
    await AccountModel.updateOne({ _id: 'SMILEBR' }, { $set: { isOpen: false } })
    await smile({ next: { outcome: 'timeout_accepted', match: { userid: lost } } })
    const id = await order(lost!)
    expect(
      (
        await until(
          () => unitOf(id),
          (unit) => unit.batch === 0 && unit.state === 'unknown',
        )
      ).message,
    ).toMatch(/Another buyer uses this account too\.$/)
    // Twice, since the cost became doubtful as well.
    for (const again of [second!, third!, fourth!]) {
      await ends(asha, await order(again), 'Completed')
      await AccountModel.updateOne({ _id: 'SMILEBR' }, { $set: { isOpen: false } })
    }
    await smile({ next: { outcome: 'timeout_accepted', match: { userid: unclear } } })
    await ends(asha, await order(unclear!), 'Completed')
    expect(sold(unclear!)).toHaveLength(1)
  })

  it('wait for one whose process joined without calling, and continue when that process must be gone', async () => {
    await ends(asha, await order('850000701'), 'Completed')
    const member = {
      orderId: (await OrderModel.findOne({ input1: '850000701' }).lean())!._id,
      index: 0,
      attempt: 2,
    }
    const at = service.clock.now()
    await AccountModel.updateOne(
      { _id: 'SMILEBR' },
      { $push: { members: { ...member, at } }, $set: { isOpen: false } },
    )
    const id = await order('850000702')
    await new Promise((done) => setTimeout(done, 600))
    expect(sold('850000702')).toHaveLength(0)
    service.clock.advance(25_000)
    await ends(asha, id, 'Completed')
    expect(sold('850000702')).toHaveLength(1)
  })

  it('count once what two processes joined for, the first of which stopped before its call', async () => {
    const [twice, lost] = players(2, 850_000_900)
    await ends(asha, await order('850000910'), 'Completed')
    await smile({ next: { outcome: 'timeout_accepted', match: { userid: lost } }, replyDelayMs: 300 })
    const ids = await orders([twice!, lost!])
    const member = (index: number) =>
      until(
        async () => (await account())?.members.find(({ orderId }) => orderId === ids[index]),
        (found) => found !== undefined,
      )
    const [joined] = await Promise.all([member(0), member(1)])
    // A worker was killed between joining and calling; another has done the job since.
    await AccountModel.updateOne({ _id: 'SMILEBR' }, { $push: { members: { ...joined, by: 'the first' } } })
    for (const id of ids) await ends(asha, id, 'Completed')
    for (const player of [twice!, lost!]) expect(sold(player)).toHaveLength(1)
  })

  it('are read again in time, not by a process that read the account before the first reading was done', async () => {
    await ends(asha, await order('850000930'), 'Completed')
    const accountState = await readAccount('SMILEBR')
    const first = await acquireSettlement(service.deps, accountState, 'first')
    const settleAt = new Date(service.clock.now().getTime() + 60_000)
    await releaseSettlement(first!, 'first', { settleAt })
    expect(await acquireSettlement(service.deps, accountState, 'second')).toBeUndefined()
    expect((await account())?.settlementLock).toBeNull()
    expect(await acquireSettlement(service.deps, await readAccount('SMILEBR'), 'third')).toBeDefined()
  })

  it('keep the call of the faster process when the other leaves', async () => {
    await ends(asha, await order('850000920'), 'Completed')
    const { batch, balance } = (await account())!
    const call = { orderId: 'JP1', index: 0, attempt: 1, at: service.clock.now() }
    const slot = { batch, balance }
    for (const by of ['slow', 'fast'])
      await joinBatch(service.deps, service.deps.suppliers.byName.SMILEBR, {
        member: { ...call, by },
        isExclusive: false,
      })
    await leaveBatch('SMILEBR', slot, { ...call, by: 'slow' })
    const left = (await account())!.members.filter(({ orderId }) => orderId === 'JP1')
    expect(left.map(({ by }) => by)).toEqual(['fast'])
  })
})

describe('a unit with unknown cost', () => {
  it('is bought alone, and when it is unclear an admin decides, even if the balance did not change', async () => {
    const [nameless, other] = players(2, 850_000_800)
    await smile({ replyDelayMs: 200, next: { outcome: 'timeout_lost', match: { userid: nameless } } })
    await SupplierProductModel.updateOne({ _id: 'SMILEBR:13' }, { $set: { cost: noCost() } })
    const id = await order(nameless!)
    await until(
      () => unitOf(id),
      (one) => one.state === 'sending',
    )
    const beside = await order(other!)
    const unit = await until(
      () => unitOf(id),
      (one) => one.state === 'unknown' && one.batch === 0,
    )
    expect(unit.message).toMatch(/unclear: unknown\. These costs are not proven yet\.$/)
    await ends(asha, beside, 'Completed')
    expect(sold(nameless!)).toHaveLength(0)
    expect((await OrderModel.findById(id).lean())?.pendingReason?.kind).toBe('outcome_unknown')
    await knowCosts()
  })
})

describe('processes that join an account’s batch at the same time', () => {
  const member = (by: number, isExclusive = false): JoinRequest => ({
    member: { orderId: `JP${by}`, index: 0, attempt: 1, by: String(by), at: service.clock.now() },
    isExclusive,
  })
  const joinAll = (members: JoinRequest[]) => {
    const deps = { clock: service.clock, env: { ...service.env, BALANCE_CONCURRENCY: 1 } }
    return Promise.all(members.map((one) => joinBatch(deps, service.deps.suppliers.byName.SMILEBR, one)))
  }
  beforeEach(async () => {
    const open = { batch: 1, isOpen: true, balance: '1000', readAt: service.clock.now(), members: [] }
    await AccountModel.insertMany([{ _id: 'SMILEBR', ...open }])
  })
  afterEach(() => vi.restoreAllMocks())

  it('join in few writes, and no more than there are slots', async () => {
    const writes = vi.spyOn(AccountModel, 'findOneAndUpdate')
    const places = await joinAll(Array.from({ length: 12 }, (_, by) => member(by)))
    expect(places).toEqual(
      Array.from({ length: 12 }, () => expect.objectContaining({ batch: 1, balance: '1000' })),
    )
    expect(writes.mock.calls.length).toBeLessThan(5)
    const late = await joinAll(Array.from({ length: 12 }, (_, by) => member(12 + by)))
    expect(late.filter(Boolean)).toHaveLength(4)
    expect(new Set((await account())?.members.map(({ by }) => by)).size).toBe(16)
  })

  it('retry at most once when the batch is closed', async () => {
    await AccountModel.updateOne({ _id: 'SMILEBR' }, { $set: { isOpen: false } })
    const writes = vi.spyOn(AccountModel, 'findOneAndUpdate')
    const places = await joinAll(Array.from({ length: 12 }, (_, by) => member(by)))
    expect(places).toEqual(Array.from({ length: 12 }))
    // The first runs alone, the others together.
    expect(writes.mock.calls.length).toBeLessThanOrEqual(3)
    expect((await account())?.members).toHaveLength(0)
  })

  it('join alone or not at all where a cost is to be learned', async () => {
    const [first, second, third] = await joinAll([member(0), member(1, true), member(2)])
    expect([Boolean(first), Boolean(second), Boolean(third)]).toEqual([true, false, true])
    expect(await account()).toMatchObject({ isExclusive: false, members: [{ by: '0' }, { by: '2' }] })
  })

  it('join alone once a minute while the account is busy, and otherwise next to others', async () => {
    const nextBatch = () =>
      AccountModel.updateOne(
        { _id: 'SMILEBR' },
        { $set: { members: [], isExclusive: false, readAt: service.clock.now() } },
      )
    const join = async (by: number) => {
      const [slot] = await joinAll([member(by, true)])
      return { isIn: slot !== undefined, isExclusive: (await account())?.isExclusive }
    }
    expect(await join(0)).toEqual({ isIn: true, isExclusive: true })
    await nextBatch()
    expect(await join(1)).toEqual({ isIn: true, isExclusive: false })
    await nextBatch()
    service.clock.advance(11_000)
    await nextBatch()
    // Nothing has joined for ten seconds, so no purchase is delayed.
    expect(await join(2)).toEqual({ isIn: true, isExclusive: true })
    await nextBatch()
    service.clock.advance(9_000)
    await nextBatch()
    expect(await join(3)).toEqual({ isIn: true, isExclusive: false })
    service.clock.advance(52_000)
    await nextBatch()
    await joinAll([member(4)])
    await nextBatch()
    expect(await join(5)).toEqual({ isIn: true, isExclusive: true })
  })
})
