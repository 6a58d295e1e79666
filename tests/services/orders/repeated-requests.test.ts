import { randomUUID } from 'node:crypto'
import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { ApiError, CallInput } from '@jhatpat/shared/contracts/client.ts'
import { createOrder, createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { topUp } from '@jhatpat/shared/contracts/wallet.ts'
import { findCaller, type IUser, openSession } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Listing } from '@jhatpat/shared/domain/catalogue/index.ts'
import { OrderModel, placeUpiOrder, placeWalletOrder } from '@jhatpat/shared/domain/orders/index.ts'
import type { OrderRequest } from '@jhatpat/shared/domain/orders/place/draft-order.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { newReference } from '@jhatpat/shared/platform/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, giveMoney, orderBody, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let secondApi: number
let user: IUser
/** The same customer at two api processes. */
let tabs: [Person, Person]

beforeAll(async () => {
  service = await startService()
  secondApi = await service.startAnotherApi()
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  tabs = [await service.as(user), await service.as(user, secondApi)]
})

/**
 * Sends one request 50 times at once, over both apis, then once more. Returns the one reply, and how many of the 50
 * got `idempotency_in_flight`.
 */
async function fiftyTimes<R extends AnyRoute>(route: R, input: CallInput<R>, people = tabs) {
  const request = { ...input, idempotencyKey: randomUUID() }
  const replies = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => people[index % 2 ? 1 : 0].call(route, request)),
  )
  const refusals = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason as ApiError] : []))
  for (const { status, code } of refusals) {
    expect({ status, code }).toEqual({ status: 409, code: 'idempotency_in_flight' })
  }
  const answer = await people[0].call(route, request)
  for (const reply of replies) if (reply.status === 'fulfilled') expect(reply.value).toEqual(answer)
  expect(refusals.length).toBeLessThan(50)
  return { answer, key: request.idempotencyKey, inFlight: refusals.length }
}

describe('the same request fifty times at once', () => {
  it('makes one UPI order, and refuses another body with its key', async () => {
    const body = orderBody(user, shop.manual)
    const { answer, key } = await fiftyTimes(createOrder, { body })
    expect(await OrderModel.find({ userId: user._id }).distinct('_id')).toEqual([answer.data.client_txn_id])
    const other = { ...body, input1: 'someone@else.test' }
    const refusal = await refusalOf(tabs[0].call(createOrder, { body: other, idempotencyKey: key }))
    expect(refusal).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  it('makes one wallet order, takes its money once, and answers all alike', async () => {
    await giveMoney(user, 100_000)
    const body = orderBody(user, shop.manual, { paymentmode: 'wallet' })
    expect((await fiftyTimes(createWalletOrder, { body })).inFlight).toBe(0)
    expect(await OrderModel.countDocuments({ userId: user._id })).toBe(1)
    expect(await balanceOf(tabs[0], user)).toBe(655)
  })

  it('starts one top-up', async () => {
    const { answer, key } = await fiftyTimes(topUp, { body: { value: 500, userid: user.userid } })
    expect(await WalletTransactionModel.find({ userId: user._id }).distinct('_id')).toEqual([
      answer.data.client_txn_id,
    ])
    const body = { value: 501, userid: user.userid }
    expect(await refusalOf(tabs[1].call(topUp, { body, idempotencyKey: key }))).toMatchObject({ status: 422 })
  })

  it('decides an order once', async () => {
    await giveMoney(user, 34_500)
    const id = await buy(tabs[0], orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const admin = await insertAdmin()
    const admins: [Person, Person] = [await service.as(admin), await service.as(admin, secondApi)]
    const { answer } = await fiftyTimes(
      transitionOrder,
      { params: { id }, body: { to: 'Refunded', version: 1 } },
      admins,
    )
    expect(answer).toMatchObject({ status: 'Refunded', version: 2 })
    expect(await balanceOf(tabs[0], user)).toBe(345)
  })
})

describe('an idempotency key', () => {
  it('of a UPI order makes none from the wallet, and does not show the order to another customer', async () => {
    await giveMoney(user, 100_000)
    const idempotencyKey = randomUUID()
    const body = orderBody(user, shop.manual)
    await tabs[0].call(createOrder, { body, idempotencyKey })
    const refusal = await refusalOf(
      tabs[1].call(createWalletOrder, { body: { ...body, paymentmode: 'wallet' }, idempotencyKey }),
    )
    expect(refusal).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(await OrderModel.countDocuments({ userId: user._id })).toBe(1)
    expect(await balanceOf(tabs[0], user)).toBe(1000)
  })

  it('whose first try failed for lack of a payment belongs to the same request only', async () => {
    await service.simulators.control('upigateway', { next: { outcome: 'http500' } })
    const idempotencyKey = randomUUID()
    const body = orderBody(user, shop.manual)
    expect(await refusalOf(tabs[0].call(createOrder, { body, idempotencyKey }))).toMatchObject({
      status: 503,
    })
    const other = orderBody(user, shop.diamonds)
    expect(await refusalOf(tabs[1].call(createOrder, { body: other, idempotencyKey }))).toMatchObject({
      code: 'idempotency_key_reused',
    })
    const { data } = await tabs[1].call(createOrder, { body, idempotencyKey })
    expect(await OrderModel.find({ userId: user._id }).distinct('_id')).toEqual([data.client_txn_id])
  })

  it('whose reply was lost after the payment finds its own order, with the wallet empty', async () => {
    await giveMoney(user, 34_500)
    const idempotencyKey = randomUUID()
    const body = orderBody(user, shop.manual, { paymentmode: 'wallet' })
    const first = await tabs[0].call(createWalletOrder, { body, idempotencyKey })
    expect(await tabs[1].call(createWalletOrder, { body, idempotencyKey })).toEqual(first)
    expect(await balanceOf(tabs[0], user)).toBe(0)
  })
})

describe('an order’s id', () => {
  const callerOf = async (one: IUser) =>
    (await findCaller((await openSession(one, new Date())).token, new Date())).caller
  const requestOf = ({ product, item }: Listing): OrderRequest => ({
    orderid: newReference('JP', new Date()),
    productId: product._id,
    itemid: item._id,
    input1: 'asha@mail.test',
    input2: '9000000001',
    paymentmode: 'upi',
    key: 'storefront',
  })

  it.each<[string, (one: OrderRequest) => OrderRequest]>([
    ['another account', (one) => ({ ...one, input1: 'neha@mail.test' })],
    ['another item', (one) => ({ ...requestOf(shop.diamonds), orderid: one.orderid })],
  ])('that is used for something else is refused: %s', async (_what, change) => {
    const caller = await callerOf(user)
    const request = requestOf(shop.manual)
    await placeUpiOrder(service.deps, caller, request)
    await expect(placeUpiOrder(service.deps, caller, change(request))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
    expect(await OrderModel.countDocuments({ userId: user._id })).toBe(1)
  })

  it('that is used for something else is refused: another payment method, another person', async () => {
    const neha = await insertCustomer()
    for (const one of [user, neha]) await giveMoney(one, 100_000)
    const request = requestOf(shop.manual)
    await placeUpiOrder(service.deps, await callerOf(user), request)
    const byWallet = { ...request, paymentmode: 'wallet' as const, keyRecord: undefined }
    for (const place of [
      async () => placeWalletOrder(service.deps, await callerOf(user), byWallet),
      async () => placeWalletOrder(service.deps, await callerOf(neha), byWallet),
      async () => placeUpiOrder(service.deps, await callerOf(neha), request),
    ]) {
      await expect(place()).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    }
    expect(await balanceOf(tabs[0], user)).toBe(1000)
  })
})

describe('different concurrent requests', () => {
  it('of one customer do not affect each other', async () => {
    await giveMoney(user, 20 * 34_500)
    const body = orderBody(user, shop.manual, { paymentmode: 'wallet' })
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => buy(tabs[index % 2 ? 1 : 0], body)),
    )
    expect(new Set(ids).size).toBe(20)
    expect(await balanceOf(tabs[0], user)).toBe(0)
  })
})
