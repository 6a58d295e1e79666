import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { redeemPoints } from '@jhatpat/shared/contracts/points.ts'
import * as calls from '@jhatpat/shared/contracts/wallet.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  balanceOf,
  buy,
  giveMoney,
  look,
  orderBody,
  pay,
  refusalOf,
  startTopUp,
  until,
} from '../../support/buying.ts'
import { insertAdmin, insertCustomer, insertReseller } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let meera: Person

beforeAll(async () => {
  service = await startService({ workers: true })
  shop = await insertShop()
  meera = await service.as(await insertAdmin())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
})

const params = () => ({ userid: user.userid })
const listTransactions = (person = asha, query = {}) =>
  person.call(calls.walletTransactions, { params: params(), query })
const statusOf = (client_txn_id: string, person = asha) =>
  person.call(calls.topUpStatus, { body: { client_txn_id, date: istDay(new Date()) } })

/** A paid top-up. */
async function toppedUp(value: number): Promise<string> {
  const id = await startTopUp(asha, user, value)
  await pay(service, id)
  await until(
    async () => (await listTransactions()).find((transaction) => transaction.txnid === id)?.status,
    (status) => status === 'Success',
  )
  return id
}

describe('the wallet’s calls', () => {
  it('WAL-02 need a token: without one they return and start nothing', async () => {
    const body = { value: 100, userid: user.userid }
    const id = await startTopUp(asha, user, 100)
    const tries = [
      service.guest.call(calls.walletBalance, { params: params() }),
      listTransactions(service.guest),
      service.guest.call(calls.topUp, { body }),
      service.guest.call(redeemPoints, { body }),
      statusOf(id, service.guest),
    ]
    for (const refusal of await Promise.all(tries.map(refusalOf))) {
      expect(refusal).toMatchObject({ status: 401, code: 'not_signed_in' })
    }
    expect(await listTransactions()).toHaveLength(1)
  })

  it('WAL-01 need no role: user, reseller and admin each have a wallet', async () => {
    for (const owner of [user, await insertReseller(), await insertAdmin()]) {
      const person = await service.as(owner)
      expect(await balanceOf(person, owner)).toBe(0)
      expect(await startTopUp(person, owner, 100)).toMatch(/^JT/)
    }
  })

  it('show only the caller’s wallet, and any to an admin', async () => {
    const stranger = await service.as(await insertCustomer())
    const id = await toppedUp(100)
    const tries = [balanceOf(stranger, user), listTransactions(stranger), statusOf(id, stranger)]
    for (const refusal of await Promise.all(tries.map(refusalOf))) expect(refusal.status).toBe(404)
    expect(await refusalOf(startTopUp(stranger, user, 100))).toMatchObject({ status: 404 })
    expect(await balanceOf(meera, user)).toBe(100)
  })
})

describe('GET /wallet/getbalance/{userid}', () => {
  it('CALL-20 replies with the balance in rupees, to the paisa, by userid or _id', async () => {
    expect(await balanceOf(asha, user)).toBe(0)
    await giveMoney(user, 123_456_701)
    expect(await balanceOf(asha, user)).toBe(1_234_567.01)
    const byId = await asha.call(calls.walletBalance, { params: { userid: String(user._id) } })
    expect(byId.balance).toBe(1_234_567.01)
  })
})

describe('GET /wallet/gettransactions/{userid}', () => {
  it('CALL-22 lists credits and debits, newest first, and in pages', async () => {
    expect(await listTransactions()).toEqual([])
    const topUp = await toppedUp(500)
    const order = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const all = await listTransactions()
    expect(all.map((transaction) => [transaction.type, transaction.amount])).toEqual([
      ['Debit', 345],
      ['Credit', 500],
    ])
    expect(all[0]?.orderid).toBe(order)
    expect(await listTransactions(asha, { limit: 1 })).toEqual(all.slice(0, 1))
    expect((await listTransactions(asha, { limit: 1, cursor: all[0]?.txnid }))[0]?.txnid).toBe(topUp)
  })

  it('shows the balance after each transaction, and none for money in progress', async () => {
    const [topUp, unpaid] = [await toppedUp(500), await startTopUp(asha, user, 70)]
    const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const { version } = await look(asha, id)
    await meera.call(transitionOrder, { params: { id }, body: { to: 'Refunded', version } })
    const listed = await listTransactions()
    expect(
      listed.map((transaction) => [transaction.type, transaction.amount, transaction.balanceAfter]),
    ).toEqual([
      ['Credit', 345, 500],
      ['Debit', 345, 155],
      ['Credit', 70, undefined],
      ['Credit', 500, 500],
    ])
    expect(listed.map(({ txnid }) => txnid)).toEqual(expect.arrayContaining([topUp, unpaid]))
    expect(Date.parse(listed[3]?.movedAt ?? '')).toBeGreaterThan(Date.parse(listed[3]?.createdAt ?? ''))
  })

  it('ENT-18 has the specification’s fields in each transaction', async () => {
    const id = await toppedUp(250.5)
    expect((await listTransactions())[0]).toMatchObject({
      txnid: id,
      type: 'Credit',
      status: 'Success',
      amount: 250.5,
      orderid: '',
      userid: user.userid,
      useremail: user.email,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  it('ENT-20 calls every transaction Credit or Debit, a refund too', async () => {
    await giveMoney(user, 34_500)
    const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    const { version } = await look(asha, id)
    await meera.call(transitionOrder, { params: { id }, body: { to: 'Refunded', version } })
    await toppedUp(100)
    expect(
      (await listTransactions()).map((transaction) => [
        transaction.type,
        transaction.status,
        transaction.orderid,
      ]),
    ).toEqual([
      ['Credit', 'Success', ''],
      ['Credit', 'Refunded', id],
      ['Debit', 'Success', id],
    ])
  })

  it('ENT-21 shows a transaction as Created, Processing, Success, Failed or Refunded', async () => {
    const is = async (id: string, status: string) => {
      await until(
        async () => (await statusOf(id)).data.status,
        (listed) => listed === status,
      )
    }
    const id = await startTopUp(asha, user, 100)
    expect((await listTransactions())[0]?.status).toBe('Created')
    await service.simulators.control('upigateway', { scan: { client_txn_id: id } })
    await is(id, 'Processing')
    await pay(service, id)
    await is(id, 'Success')
    const failed = await startTopUp(asha, user, 100)
    await service.simulators.control('upigateway', { fail: { client_txn_id: failed } })
    await is(failed, 'Failed')
    await giveMoney(user, 34_500)
    const order = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    await meera.call(transitionOrder, { params: { id: order }, body: { to: 'Refunded', version: 1 } })
    expect((await listTransactions())[0]).toMatchObject({ status: 'Refunded', orderid: order })
  })
})

describe('POST /wallet/topup', () => {
  it('CALL-23 says where to pay, and asks the gateway for exactly that amount', async () => {
    const { data } = await asha.call(calls.topUp, { body: { value: 499.5, userid: user.userid } })
    expect(data.payment_url).toBe(`/pay?client_txn_id=${data.client_txn_id}`)
    expect(service.simulators.journal('upigateway').at(-1)).toMatchObject({
      kind: 'created',
      client_txn_id: data.client_txn_id,
      amountPaise: 49_950,
    })
    expect(await balanceOf(asha, user)).toBe(0)
  })

  it.each([0, -5, 0.5, 1.001, 1.0000001, 100_001, Number.NaN])('refuses the amount %d', async (value) => {
    const refusal = await refusalOf(startTopUp(asha, user, value))
    expect(refusal).toMatchObject({ status: 400, field: 'value' })
    expect(await listTransactions()).toEqual([])
  })

  it.each([
    ['refuse', 502, 'payment_rejected'],
    ['http500', 503, 'payment_unavailable'],
  ])('reports a gateway that answers with %s, and the top-up ends Failed', async (outcome, status, code) => {
    await service.simulators.control('upigateway', { next: { outcome } })
    expect(await refusalOf(startTopUp(asha, user, 100))).toMatchObject({ status, code })
    service.clock.advance(service.env.PAYMENT_WINDOW_MS + 1_000)
    await until(
      async () => (await listTransactions())[0]?.status,
      (listed) => listed === 'Failed',
    )
  })
})

describe('POST /wallet/txnstatus', () => {
  it('CALL-24 replies with txnid, status and amount, and finds the payment itself', async () => {
    await service.simulators.control('upigateway', { webhook: { lost: true } })
    const id = await startTopUp(asha, user, 1000)
    expect((await statusOf(id)).data).toMatchObject({ txnid: id, status: 'Created', amount: 1000 })
    await pay(service, id)
    const { data } = await until(
      () => statusOf(id),
      (reply) => reply.data.status === 'Success',
    )
    expect(data).toMatchObject({ txnid: id, amount: 1000, upi_txn_id: expect.stringMatching(/^\d{12,}$/) })
    expect(await balanceOf(asha, user)).toBe(1000)
    expect(await refusalOf(statusOf('JT000000NOSUCH'))).toMatchObject({ status: 404 })
  })
})
