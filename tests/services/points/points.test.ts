import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import { itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import * as points from '@jhatpat/shared/contracts/points.ts'
import { walletTransactions } from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { redeemPoints } from '@jhatpat/shared/domain/points/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  balanceOf,
  buy,
  ends,
  giveMoney,
  look,
  orderBody,
  pay,
  refusalOf,
  until,
} from '../../support/buying.ts'
import { insertAdmin, insertCustomer, insertReseller } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { earn, pointsOf, redeem } from '../../support/points.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let meera: Person
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
  await giveMoney(user, 100_000)
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const decide = async (id: string, to: 'Completed' | 'Refunded' | 'Cancelled') =>
  meera.call(admin.transitionOrder, {
    params: { id },
    body: { to, version: (await OrderModel.findById(id))!.version },
  })

const buyManually = (buyer = user, person = asha) =>
  buy(person, orderBody(buyer, shop.manual, { paymentmode: 'wallet' }))

const history = () => asha.call(points.pointsHistory, { params: { userid: user.userid } })

describe('points', () => {
  it('are given with the delivery, one for each ₹100 paid, and not before', async () => {
    const id = await buyManually()
    expect((await look(asha, id)).points).toEqual({ offered: 3.45, earned: 0, revoked: 0 })
    expect(await pointsOf(asha, user)).toBe(0)
    await decide(id, 'Completed')
    expect(await pointsOf(asha, user)).toBe(3.45)
    expect((await look(asha, id)).points).toEqual({ offered: 3.45, earned: 3.45, revoked: 0 })
    expect(await history()).toMatchObject([
      { kind: 'earned', points: 3.45, orderid: id, note: shop.manual.item.name },
    ])
  })

  it('are given for orders that a supplier delivers and that were paid by UPI, too', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds))
    await pay(service, id)
    expect((await ends(asha, id, 'Completed')).points).toMatchObject({ earned: 3.45 })
    // The notification task posts them after the completion.
    await until(
      () => pointsOf(asha, user),
      (all) => all === 3.45,
    )
  })

  it('are shown next to each item as the server computes them, at both prices', async () => {
    const [item] = await asha.call(itemsOfProduct, { params: { productId: shop.manual.product._id } })
    expect(item).toMatchObject({ discountedprice: 345, points: 3.45, resellprice: 325, resellpoints: 3.25 })
    const ravi = await insertReseller()
    await giveMoney(ravi, 50_000)
    const reseller = await service.as(ravi)
    await decide(await buyManually(ravi, reseller), 'Completed')
    expect(await pointsOf(reseller, ravi)).toBe(3.25)
  })

  it.each(['Refunded', 'Cancelled'] as const)('are not given for an order that ends %s', async (to) => {
    await decide(await buyManually(), to)
    expect(await pointsOf(asha, user)).toBe(0)
    expect(await history()).toEqual([])
  })

  it('are revoked with the refund of a delivered order', async () => {
    const id = await buyManually()
    await decide(id, 'Completed')
    await decide(id, 'Refunded')
    expect(await pointsOf(asha, user)).toBe(0)
    expect((await look(asha, id)).points).toEqual({ offered: 3.45, earned: 3.45, revoked: 3.45 })
    expect((await history()).map(({ kind, points: some }) => [kind, some])).toEqual([
      ['revoked', -3.45],
      ['earned', 3.45],
    ])
  })

  it('that were spent stay spent when the order is refunded: the rest is revoked, and never more', async () => {
    const id = await buyManually()
    await decide(id, 'Completed')
    await redeem(asha, user, { points: 3 })
    await decide(id, 'Refunded')
    expect(await pointsOf(asha, user)).toBe(0)
    expect((await look(asha, id)).points).toEqual({ offered: 3.45, earned: 3.45, revoked: 0.45 })
    expect(await balanceOf(asha, user)).toBe(1003)
  })
})

describe('POST /points/redeempoints', () => {
  it('CALL-25 turns points into rupees: fewer points, a higher balance, a transaction of its own', async () => {
    await earn(asha, user, { some: 128.4, by: meera })
    expect(await redeem(asha, user, { points: 100 })).toEqual({
      msg: '100.00 points redeemed. ₹100 added to your wallet.',
    })
    expect(await pointsOf(asha, user)).toBe(28.4)
    expect(await balanceOf(asha, user)).toBe(1100)
    const [transaction] = await asha.call(walletTransactions, { params: { userid: user.userid } })
    expect(transaction).toMatchObject({
      type: 'Credit',
      status: 'Success',
      amount: 100,
      note: '100.00 points redeemed',
    })
    expect((await history())[0]).toMatchObject({ kind: 'redeemed', points: -100, worth: 100 })
  })

  it('CALL-25 refuses more points than there are, and says how many there are', async () => {
    await earn(asha, user, { some: 128.4, by: meera })
    expect(await refusalOf(redeem(asha, user, { points: 128.41 }))).toMatchObject({
      status: 409,
      code: 'insufficient_points',
      message: 'You have 128.40 points. Enter that number or less. Nothing was redeemed.',
    })
    expect([await pointsOf(asha, user), await balanceOf(asha, user)]).toEqual([128.4, 1000])
  })

  it.each([0, -1, 0.001, 1e9, Number.NaN])('CALL-25 REDEEM-05 refuses %d points', async (value) => {
    expect(await refusalOf(redeem(asha, user, { points: value }))).toMatchObject({ status: 400 })
    expect(await balanceOf(asha, user)).toBe(1000)
  })

  it('CALL-25 REDEEM-05 refuses a missing amount with a message', async () => {
    expect(await refusalOf(redeem(asha, user, { points: 0 }))).toMatchObject({
      message: 'Please enter a valid amount.',
    })
  })

  it('CALL-25 refuses points worth less than a paisa, and accepts others', async () => {
    await earn(asha, user, { some: 1, by: meera })
    const deps = { ...service.deps, env: { ...service.env, POINT_VALUE_PAISE: 50 } }
    const owner = { ...user, userId: String(user._id) }
    const redeemed = (value: number) => redeemPoints(deps, owner, { txnid: `JW${randomUUID()}`, value })
    await expect(redeemed(0.01)).rejects.toMatchObject({ code: 'amount_invalid', field: 'value' })
    expect(await redeemed(0.02)).toBe('0.02 points redeemed. ₹0.01 added to your wallet.')
  })

  it('CALL-25 repeats the reply to the same request, also when the first reply was lost', async () => {
    await earn(asha, user, { some: 5, by: meera })
    const key = randomUUID()
    const first = await redeem(asha, user, { points: 5, key })
    expect(await redeem(asha, user, { points: 5, key })).toEqual(first)
    expect(await balanceOf(asha, user)).toBe(1005)
    expect(await refusalOf(redeem(asha, user, { points: 4, key }))).toMatchObject({ status: 422 })
  })

  it('CALL-21 returns the caller’s own balance, with two decimals at most', async () => {
    await earn(asha, user, { some: 128.45, by: meera })
    const call = (person: Person) => person.call(points.pointsBalance, { params: { userid: user.userid } })
    expect(await call(asha)).toEqual({ balance: 128.45, perHundredRupees: 1, worth: 1 })
    expect(await refusalOf(call(await service.as(await insertCustomer())))).toMatchObject({ status: 404 })
    expect(
      await refusalOf(redeem(await service.as(await insertCustomer()), user, { points: 1 })),
    ).toMatchObject({
      status: 404,
    })
  })
})
