import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { balanceOf, buy, ends, look, orderBody, pay, soldTo, until } from '../../support/buying.ts'
import { whilePaymentsRest } from '../../support/payments-at-rest.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let service: Service
let shop: Shop
let user: IUser
let asha: Person

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { PAYMENT_WINDOW_MS: String(60 * hourMs), PAYMENT_POLL_MS: '150,150,60000' },
  })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
})
afterEach(async () => expect((await verifyBalances()).faults).toEqual([]))

const upi = (command: Record<string, unknown>) => service.simulators.control('upigateway', command)
const capturesOf = (id: string) => OrderModel.findById(id).then((one) => one?.payment?.captures)
const pollsOf = (id: string) => OrderModel.findById(id).then((one) => one?.payment?.checkCount ?? 0)
/** The mails that name an order. */
const mailsAbout = (id: string) =>
  service.simulators
    .journal('mail')
    .map((entry) => String(entry.text))
    .filter((text) => text.includes(id))
const stepsOf = (order: orders.Order) => order.timeline.map((entry) => entry.step)

const slowly = (id: string) => ({
  call: 'check_order_status',
  match: { client_txn_id: id },
  replyDelayMs: 400,
})

/** Returns while a worker waits for the gateway's answer, which was given before the payment. */
async function startSlowCheck(id: string): Promise<void> {
  await until(
    () => pollsOf(id),
    (polls) => polls >= 2,
  )
  await upi({ next: slowly(id), resendWebhook: { client_txn_id: id } })
  await until(
    async () => (await upi({})).next as unknown[],
    (next) => next.length === 0,
  )
}

describe('a second payment for one order', () => {
  it('is credited to the wallet once, next to the delivery, and is in the timeline', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '710000001' }))
    await pay(service, id)
    await ends(asha, id, 'Completed')
    await upi({ webhook: { copies: 5 } })
    await pay(service, id)
    await until(
      () => balanceOf(asha, user),
      (rupees) => rupees === 345,
    )
    const polls = await pollsOf(id)
    await upi({ resendWebhook: { client_txn_id: id } })
    await until(
      () => pollsOf(id),
      (now) => now > polls,
    )
    const order = await look(asha, id)
    expect(order.credited).toBe(345)
    expect(order.timeline.filter((entry) => entry.step === 'credited')).toMatchObject([{ amount: 345 }])
    expect(await balanceOf(asha, user)).toBe(345)
    expect(soldTo(service, 'smileone', '710000001')).toHaveLength(1)
    await until(
      async () =>
        mailsAbout(id).filter((text) => text.includes('The second ₹345 was refunded to your wallet')).length,
      (mails) => mails === 1,
    )
  })

  it('is found a little later though its callback was lost or came together with the first', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    await upi({ payTwice: { client_txn_id: id } })
    await ends(asha, id, 'Processing')
    service.clock.advance(2 * minuteMs)
    await until(
      () => balanceOf(asha, user),
      (rupees) => rupees === 345,
    )
    expect((await look(asha, id)).status).toBe('Processing')
  })

  it('is not left to the sweeper when a check ends while its callback is recorded', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    await pay(service, id)
    await ends(asha, id, 'Processing')
    const findOne = OrderModel.findOne.bind(OrderModel)
    const reads = vi.spyOn(OrderModel, 'findOne').mockImplementation((...query) => {
      const isCallback = Object.hasOwn(Object(query[1]), 'payment.checkedAt')
      if (!isCallback) return findOne(...query)
      const lean = async () => {
        const read = await findOne(...query).lean()
        await OrderModel.updateOne({ _id: id }, { 'payment.checkedAt': service.clock.now() })
        return read
      }
      return { lean } as never
    })
    await pay(service, id)
    await until(
      () => balanceOf(asha, user),
      (rupees) => rupees === 345,
    )
    reads.mockRestore()
    expect((await OrderModel.findById(id))?.due.payment.swept).toBeUndefined()
  })

  it('is separate from the refund of the order', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    await pay(service, id)
    await ends(asha, id, 'Processing')
    await pay(service, id)
    await until(
      () => balanceOf(asha, user),
      (rupees) => rupees === 345,
    )
    const meera = await service.as(await insertAdmin())
    const { version } = await look(asha, id)
    await meera.call(transitionOrder, { params: { id }, body: { to: 'Refunded', version } })
    const order = await look(asha, id)
    expect(order.credited).toBe(690)
    expect(order.timeline.at(-1)).toMatchObject({ step: 'refunded', amount: 345 })
    expect(await balanceOf(asha, user)).toBe(690)
  })
})

describe('a payment of another amount or after the deadline', () => {
  it.each(['344.99', '1', '345.01'])('of ₹%s is credited exactly, and nothing is bought', async (amount) => {
    const player = `72${amount.replace('.', '').padStart(7, '0')}`
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: player }))
    await pay(service, id, amount)
    const order = await ends(asha, id, 'Refunded')
    expect(order.reason).toBe('The amount paid differs from the price')
    expect(stepsOf(order)).toEqual(['ordered', 'refunded'])
    expect(order.timeline.at(-1)).toMatchObject({ amount: Number(amount), reference: order.transactionid })
    expect(await balanceOf(asha, user)).toBe(Number(amount))
    expect(soldTo(service, 'smileone', player)).toHaveLength(0)
  })

  it('is credited when the gateway had reported the payment as failed', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    await upi({ fail: { client_txn_id: id } })
    expect(await ends(asha, id, 'Failed')).toMatchObject({
      credited: 0,
      reason: 'The payment was declined',
      state: { declined: true },
    })
    await upi({ payTwice: { client_txn_id: id } })
    const order = await ends(asha, id, 'Refunded')
    expect(order.reason).toBe('The payment came late')
    service.clock.advance(2 * minuteMs)
    await until(
      () => balanceOf(asha, user),
      (rupees) => rupees === 690,
    )
    expect(await capturesOf(id)).toHaveLength(2)
    await until(
      async () => mailsAbout(id),
      (mails) => mails.some((text) => text.includes('after the order had ended')) && mails.length === 2,
    )
    expect(mailsAbout(id)[1]).toContain('The second ₹345')
  })
})

describe('a payment check', () => {
  it('finds the payment without a webhook', async () => {
    await upi({ webhook: { lost: true } })
    const id = await buy(asha, orderBody(user, shop.manual))
    await pay(service, id)
    await until(
      () => OrderModel.findById(id).then((order) => order?.status),
      (status) => status === 'Processing',
    )
  })

  it('runs again when a callback arrives during an earlier check', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    await startSlowCheck(id)
    await pay(service, id)
    await until(
      () => OrderModel.findById(id).then((order) => order?.status),
      (status) => status === 'Processing',
      5_000,
    )
  })

  it('applies a slow answer with news though an older answer was recorded first', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    await startSlowCheck(id)
    await upi({ webhook: { lost: true }, next: { ...slowly(id), replyDelayMs: 800 } })
    await pay(service, id)
    service.clock.advance(3_000)
    expect((await look(asha, id)).status).toBe('Processing')
    expect(await capturesOf(id)).toHaveLength(1)
  })

  it('asks with the day the order was made, days later and whatever date the browser sends', async () => {
    await upi({ webhook: { lost: true } })
    const id = await buy(asha, orderBody(user, shop.manual))
    await until(
      () => pollsOf(id),
      (polls) => polls >= 2,
    )
    // A worker's own poll would find the payment without the page.
    await whilePaymentsRest(service, async () => {
      await pay(service, id)
      service.clock.advance(50 * hourMs)
      const later = await service.as(user)
      const date = istDay(service.clock.now())
      const body = { client_txn_id: id, date, key: 'storefront' }
      expect((await later.call(orders.orderStatus, { body })).order.status).toBe('Processing')
    })
    service.clock.advance(-50 * hourMs)
  })

  it('finds a payment that the gateway recorded just after midnight in India', async () => {
    const sinceMidnight = (Date.now() + 5.5 * hourMs) % (24 * hourMs)
    service.clock.advance(-sinceMidnight - 500)
    const id = await buy(asha, orderBody(user, shop.manual))
    service.clock.advance(sinceMidnight + 500)
    await pay(service, id)
    await until(
      () => OrderModel.findById(id).then((order) => order?.status),
      (status) => status === 'Processing',
      5_000,
    )
  })
})
