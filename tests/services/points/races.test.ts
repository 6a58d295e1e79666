import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { PointsBalanceModel, PointsEntryModel, redeemPoints } from '@jhatpat/shared/domain/points/index.ts'
import { JournalEntryModel, WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { newReference } from '@jhatpat/shared/platform/ids.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { earn, pointsOf, redeem } from '../../support/points.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let meera: Person
let user: IUser
/** The same customer at two api processes. */
let tabs: [Person, Person]

beforeAll(async () => {
  service = await startService()
  await service.startAnotherApi()
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  tabs = [await service.as(user), await service.as(user, 1)]
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const tab = (index: number) => tabs[index % 2 ? 1 : 0]
const decide = (id: string, to: 'Completed' | 'Refunded', version: number) =>
  meera.call(admin.transitionOrder, { params: { id }, body: { to, version } })
const done = (tries: PromiseSettledResult<unknown>[]) =>
  tries.filter(({ status }) => status === 'fulfilled').length

describe('at the same moment', () => {
  it('twenty redeems of one balance spend it once', async () => {
    await earn(tabs[0], user, { some: 10, by: meera })
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => redeem(tab(index), user, { points: 3 })),
    )
    expect(done(tries)).toBe(3)
    expect(await pointsOf(tabs[0], user)).toBe(1)
    expect(await balanceOf(tabs[0], user)).toBe(9)
    expect(await WalletTransactionModel.countDocuments({ userId: user._id, kind: 'points' })).toBe(3)
  })

  it('one request in twenty copies redeems once', async () => {
    await earn(tabs[0], user, { some: 10, by: meera })
    const key = randomUUID()
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => redeem(tab(index), user, { points: 10, key })),
    )
    expect(await redeem(tabs[0], user, { points: 10, key })).toMatchObject({ msg: expect.any(String) })
    expect([await pointsOf(tabs[0], user), await balanceOf(tabs[0], user)]).toEqual([0, 10])
  })

  it('two tries with one reference, as after a crash, redeem once and get the same reply', async () => {
    await earn(tabs[0], user, { some: 10, by: meera })
    const { userid, name, email, mobilenumber } = user
    const owner = { userId: String(user._id), userid, name, email, mobilenumber }
    const txnid = newReference('JW', new Date())
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => redeemPoints(service.deps, owner, { txnid, value: 7 })),
    )
    expect(new Set(replies).size).toBe(1)
    expect([await pointsOf(tabs[0], user), await balanceOf(tabs[0], user)]).toEqual([3, 7])
  })

  it('two admins deliver one order, and it earns once', async () => {
    await giveMoney(user, 34_500)
    const id = await buy(tabs[0], orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => decide(id, 'Completed', 1)))
    expect(done(tries)).toBe(1)
    expect(await pointsOf(tabs[0], user)).toBe(3.45)
    expect(await PointsEntryModel.countDocuments({ ref: id })).toBe(1)
  })

  it('ten orders of one customer are delivered, and each earns', async () => {
    await giveMoney(user, 345_000)
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => buy(tabs[0], orderBody(user, shop.manual, { paymentmode: 'wallet' }))),
    )
    await Promise.all(ids.map((id) => decide(id, 'Completed', 1)))
    expect(await pointsOf(tabs[0], user)).toBe(34.5)
  })

  it.each([0, 1, 2, 3])('redeeming and revoking never spend one point twice (round %i)', async (round) => {
    const id = await earn(tabs[0], user, { some: 10, by: meera })
    const redeems = Array.from({ length: 3 + round }, (_, index) => redeem(tab(index), user, { points: 4 }))
    const [refund, ...tries] = await Promise.allSettled([decide(id, 'Refunded', 2), ...redeems])
    expect(refund?.status).toBe('fulfilled')
    const order = (await OrderModel.findById(id).lean<OrderDoc>())!
    const redeemed = done(tries) * 4
    expect((order.points?.revoked ?? 0) / 100 + redeemed).toBe(10 - (await pointsOf(tabs[0], user)))
    expect(await balanceOf(tabs[0], user)).toBe(100_000 / 100 + redeemed)
    expect((await PointsBalanceModel.findById(user._id))?.hundredths).toBeGreaterThanOrEqual(0)
  })
})

describe('a manual change past the shop', () => {
  const found = async (kind: string) => (await verifyLedger()).faults.filter((one) => one.kind === kind)

  it('is found: a balance, a missing entry, an entry of another amount, money for points that were not redeemed', async () => {
    const id = await earn(tabs[0], user, { some: 10, by: meera })
    await redeem(tabs[0], user, { points: 4 })
    const earned = (await PointsEntryModel.findById(`earned:${id}`).lean())!
    await PointsBalanceModel.updateOne({ _id: user._id }, { $inc: { hundredths: 1 } })
    expect(await found('points_differ')).toMatchObject([{ balance: 601, fold: 600 }])
    await PointsBalanceModel.updateOne({ _id: user._id }, { $inc: { hundredths: -1 } })
    await PointsEntryModel.deleteOne({ _id: earned._id })
    expect(await found('points_cause_differs')).toMatchObject([{ ledger: 0, expected: 1000 }])
    await PointsEntryModel.collection.insertOne({
      ...earned,
      postings: [{ account: 'issued', hundredths: -1 }],
    } as never)
    expect(await found('points_unbalanced')).toMatchObject([{ sum: -1 }])
    await PointsEntryModel.collection.replaceOne({ _id: earned._id as never }, earned)
    await OrderModel.collection.updateOne({ _id: id as never }, { $set: { 'points.revoked': 1 } })
    expect(await found('points_cause_differs')).toMatchObject([{ ledger: 0, expected: -1 }])
    await OrderModel.collection.updateOne({ _id: id as never }, { $set: { 'points.revoked': 0 } })
    const paid = (await JournalEntryModel.findOne({ kind: 'points_redeemed' }).sort({ at: -1 }).lean())!
    await PointsEntryModel.updateOne({ _id: `redeemed:${paid.ref}` }, { $inc: { valuePaise: 1 } })
    expect(await found('cause_differs')).toMatchObject([{ ledgerPaise: 400, expectedPaise: 401 }])
    await PointsEntryModel.updateOne({ _id: `redeemed:${paid.ref}` }, { $inc: { valuePaise: -1 } })
  })
})
