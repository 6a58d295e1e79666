import { randomUUID } from 'node:crypto'
import { delays } from '@jhatpat/shared/contracts/delays.ts'
import type { PaymentGatewayName } from '@jhatpat/shared/contracts/payment-gateways.ts'
import * as wallet from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { startTopUp } from '@jhatpat/shared/domain/checkout/index.ts'
import { listDelays } from '@jhatpat/shared/domain/incidents/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { placeUpiOrder } from '@jhatpat/shared/domain/orders/place/place-upi-order.ts'
import { WalletTransactionModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { IdempotencyKeyModel } from '@jhatpat/shared/platform/idempotency-model.ts'
import { newReference } from '@jhatpat/shared/platform/ids.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { balanceOf, buy, ends, giveMoney, orderBody, pay, refusalOf } from '../../support/buying.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { endAllIncidents, holdFixture, incidentsOf } from './hold-fixture.ts'

let service: Service
let shop: Shop
let meera: Person
let incidentCalls: ReturnType<typeof holdFixture>
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await insertShop()
  meera = await service.as(await insertAdmin({ name: 'Meera' }))
  incidentCalls = holdFixture(meera)
})
afterAll(() => service.stop())
beforeEach(async () => {
  user = await insertCustomer()
  asha = await service.as(user)
})
afterEach(async () => {
  await endAllIncidents()
  expect((await verifyLedger()).faults).toEqual([])
})

const upi = (key = randomUUID()) => buy(asha, orderBody(user, shop.diamonds), key)
const topUp = async (key = randomUUID()) => {
  const body = { value: 50, userid: user.userid }
  return (await asha.call(wallet.topUp, { body, idempotencyKey: key })).data.client_txn_id
}
/** As when the reply of the first try was lost: the next one runs, and gets no recorded reply. */
const forgetAnswers = () =>
  IdempotencyKeyModel.updateMany({}, { $set: { state: 'open' }, $unset: { status: 1, reply: 1 } })
const upiNotices = async () => (await service.guest.call(delays)).filter(({ isUpiPaused }) => isUpiPaused)

it('starts no UPI payment: none is stored or requested, and the reply says so', async () => {
  await incidentCalls.start('upigateway')
  expect(await refusalOf(upi())).toMatchObject({
    status: 409,
    code: 'upi_paused',
    message: expect.stringContaining('No money was taken'),
  })
  expect(await refusalOf(topUp())).toMatchObject({ status: 409, code: 'upi_paused' })
  expect(await OrderModel.countDocuments({ userId: user._id })).toBe(0)
  expect(await WalletTransactionModel.countDocuments({ userId: user._id })).toBe(0)
  expect(await upiNotices()).toMatchObject([{ products: [], en: 'Mobile Legends takes longer.' }])
})

it('continues with wallets and with started payments: they are paid, delivered, and found by their key', async () => {
  const [key, topUpKey] = [randomUUID(), randomUUID()]
  const [before, money] = [await upi(key), await topUp(topUpKey)]
  await incidentCalls.start('upigateway')
  await giveMoney(user, 100_000)
  const byWallet = await buy(asha, orderBody(user, shop.diamonds, { paymentmode: 'wallet' }))
  await forgetAnswers()
  expect([await upi(key), await topUp(topUpKey)]).toEqual([before, money])
  await pay(service, before)
  await pay(service, money)
  for (const id of [before, byWallet]) await ends(asha, id, 'Completed')
  await expect.poll(() => balanceOf(asha, user), { timeout: 15_000 }).toBe(705)
})

it('requests no further payment attempt for an order that has none open', async () => {
  const [key, topUpKey] = [randomUUID(), randomUUID()]
  await service.simulators.control('upigateway', { next: { outcome: 'http500_accepted', times: 2 } })
  const tries = () => Promise.all([refusalOf(upi(key)), refusalOf(topUp(topUpKey))])
  const unclear = { status: 503, code: 'payment_unavailable' }
  expect(await tries()).toMatchObject([unclear, unclear])
  const { id } = await incidentCalls.start('upigateway')
  const createdPayments = () =>
    service.simulators.journal('upigateway').filter(({ kind }) => kind === 'created').length
  const before = createdPayments()
  const paused = { status: 409, code: 'upi_paused' }
  expect(await tries()).toMatchObject([paused, paused])
  expect(createdPayments()).toBe(before)
  const [order, transaction] = [
    await OrderModel.findOne({ userId: user._id }),
    await WalletTransactionModel.findOne({ userId: user._id }),
  ]
  for (const one of [order, transaction])
    expect(one?.payment?.attempts.map(({ state }) => state)).toEqual(['unclear'])
  await incidentCalls.transition(id, 'release')
  await forgetAnswers()
  expect([await upi(key), await topUp(topUpKey)]).toEqual([order?._id, transaction?._id])
})

it('starts payments at the other gateway while one is stopped, and customers read nothing of it', async () => {
  const names = ['upigateway', 'second'] as unknown as PaymentGatewayName[]
  const deps = {
    ...service.deps,
    env: { ...service.env, PAYMENT_GATEWAYS: names },
    gatewayOf: () => service.deps.gatewayOf('upigateway'),
  }
  const { userid, name, email, mobilenumber, role } = user
  const owner = { userId: String(user._id), userid, name, email, mobilenumber }
  const caller = { ...owner, role, sessionId: '-', requiresSecondFactor: false }
  const { product, item } = shop.diamonds
  const [orderid, txnid] = [newReference('JP', new Date()), newReference('JT', new Date())]
  const ids = { orderid, productId: product._id, itemid: item._id }
  const inputs = { input1: '123456789', input2: '1234', key: 'storefront' }
  await incidentCalls.start('upigateway')
  await placeUpiOrder(deps, caller, { ...ids, ...inputs, paymentmode: 'upi' })
  await startTopUp(deps, owner, { txnid, amount: 50 })
  expect((await OrderModel.findById(orderid))?.payment?.gateway).toBe('second')
  expect((await WalletTransactionModel.findById(txnid))?.payment?.gateway).toBe('second')
  expect(await listDelays(deps)).toEqual([])
  expect(await listDelays(service.deps)).toMatchObject([{ isUpiPaused: true }])
  await OrderModel.deleteOne({ _id: orderid })
  await WalletTransactionModel.deleteOne({ _id: txnid })
})

it('accepts UPI again at once when it ends, and is listed among past incidents', async () => {
  const { id } = await incidentCalls.start('upigateway')
  expect(await refusalOf(incidentCalls.transition(id, 'stop'))).toMatchObject({ code: 'incident_changed' })
  expect(await refusalOf(incidentCalls.start('upigateway'))).toMatchObject({ code: 'incident_open' })
  expect(await incidentCalls.transition(id, 'release')).toMatchObject({
    state: 'ended',
    endedAt: expect.any(String),
  })
  expect([await upiNotices(), await incidentsOf(meera)]).toEqual([[], []])
  await pay(service, await upi())
  expect((await incidentCalls.find(id)).log.map(({ event, by }) => [event, by])).toEqual([
    ['started', 'Meera'],
    ['ended', 'Meera'],
  ])
})
