import { randomUUID } from 'node:crypto'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import { paymentPage } from '@jhatpat/shared/contracts/payment-page.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { verifyLedger } from '@jhatpat/shared/domain/maintenance/index.ts'
import { confirmOrderPayment, OrderModel, placeUpiOrder } from '@jhatpat/shared/domain/orders/index.ts'
import type { PaymentQuery } from '@jhatpat/shared/providers/payments/payment-gateway.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, ends, orderBody, pay, refusalOf, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let key: string

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { PAYMENT_POLL_MS: '60000', GATEWAY_TIMEOUT_MS: '1000' },
  })
  shop = await insertShop()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  user = await insertCustomer()
  asha = await service.as(user)
  key = randomUUID()
})
afterEach(async () => expect((await verifyLedger()).faults).toEqual([]))

const upi = (command: Record<string, unknown>) => service.simulators.control('upigateway', command)
const next = (outcome: string, call = 'create_order') => upi({ next: { outcome, call } })
const order = () => asha.call(orders.createOrder, { body: orderBody(user, shop.manual), idempotencyKey: key })
const stored = async () => (await OrderModel.findOne({ userId: user._id }))!
const madeAtGateway = (id: string) =>
  service.simulators
    .journal('upigateway')
    .filter((entry) => entry.kind === 'created' && String(entry.client_txn_id).startsWith(id))

/** An order with a first attempt at the gateway, its answer lost, and an open second one. */
async function withTwoAttempts(): Promise<string> {
  await next('http500_accepted')
  expect(await refusalOf(order())).toMatchObject({ status: 503, code: 'payment_unavailable' })
  const { data } = await order()
  return data.client_txn_id
}

describe('a second payment attempt for one order', () => {
  it('has an id of its own at the gateway, and the order keeps its own', async () => {
    const id = await withTwoAttempts()
    expect(id).toBe((await stored())._id)
    const made = madeAtGateway(id)
    expect(made.map((entry) => entry.client_txn_id)).toEqual([id, `${id}R2`])
    expect((await stored()).payment?.attempts.map((attempt) => attempt.state)).toEqual(['unclear', 'open'])
    const address = new URL((made[1]!.asked as { redirect_url: string }).redirect_url)
    address.searchParams.append('client_txn_id', `${id}R2`)
    expect(address.searchParams.get('client_txn_id')).toBe(id)
  })

  it('is checked like the first: either buys, the other is a second payment', async () => {
    const id = await withTwoAttempts()
    await pay(service, id)
    await ends(asha, id, 'Processing')
    await pay(service, `${id}R2`)
    await until(
      () => balanceOf(asha, user),
      (rupees) => rupees === 345,
    )
    const { captures } = (await stored()).payment!
    expect(captures.map(({ attemptId, allocatedTo }) => [attemptId, allocatedTo])).toEqual([
      [id, 'purchase'],
      [`${id}R2`, 'wallet'],
    ])
  })

  it('keeps the order open when the first expires', async () => {
    const id = await withTwoAttempts()
    await upi({ close: { client_txn_id: id } })
    await until(
      async () => (await stored()).payment?.checkCount ?? 0,
      (polls) => polls > 0,
    )
    expect((await stored()).status).toBe('Created')
    await pay(service, `${id}R2`)
    await ends(asha, id, 'Processing')
  })

  it('is allowed up to the ninth attempt of an order', async () => {
    await next('http500_accepted')
    await refusalOf(order())
    const { _id } = await stored()
    const refused = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `${_id}R${index + 1}`,
        state: 'refused',
        gatewayId: '',
        paymentUrl: '',
        upiLinks: null,
        at: new Date(),
      }))
    await OrderModel.collection.updateOne({ _id: _id as never }, { $set: { 'payment.attempts': refused(9) } })
    expect(await refusalOf(order())).toMatchObject({ code: 'payment_unavailable' })
    expect((await stored()).payment?.attempts).toHaveLength(9)
    await OrderModel.collection.updateOne({ _id: _id as never }, { $set: { 'payment.attempts': refused(8) } })
    await order()
    expect((await stored()).payment?.attempts).toHaveLength(9)
  })

  it('is not made when the first, whose answer was lost, is paid', async () => {
    await next('http500_accepted')
    await refusalOf(order())
    const { _id: orderid } = await stored()
    await upi({ webhook: { lost: true } })
    await pay(service, orderid)
    const { data } = await order()
    expect(data.payment_url).toBe(`/confirmation?client_txn_id=${orderid}`)
    expect(madeAtGateway(orderid)).toHaveLength(1)
    await ends(asha, orderid, 'Processing')
  })

  it('is not made while the state of the first is unknown', async () => {
    await next('http500_accepted')
    await refusalOf(order())
    await next('http500', 'check_order_status')
    expect(await refusalOf(order())).toMatchObject({ status: 503 })
    expect((await stored()).payment?.attempts).toHaveLength(1)
    expect((await order()).data.payment_url).toMatch(/^\/pay/)
  })

  it('is not made while a request for the first is running, and is made when that process crashed', async () => {
    await next('http500')
    await refusalOf(order())
    const { _id } = await stored()
    const asking = (at: Date) =>
      OrderModel.updateOne({ _id }, { 'payment.attempts.0.state': 'asking', 'payment.attempts.0.at': at })
    const now = service.clock.now().getTime()
    await asking(new Date(now - 20_000))
    expect(await refusalOf(order())).toMatchObject({ status: 503, code: 'payment_unavailable' })
    await asking(new Date(now - 31_000))
    expect((await order()).data.payment_url).toMatch(/^\/pay/)
  })

  it('is made once by fifty concurrent calls', async () => {
    await next('http500')
    await refusalOf(order())
    const { _id: orderid } = await stored()
    const { userid, name, email, mobilenumber, role } = user
    const who = { userid, name, email, mobilenumber, role, requiresSecondFactor: false }
    const caller = { userId: String(user._id), sessionId: '-', ...who }
    const { product, item } = shop.manual
    const ids = { orderid, productId: product._id, itemid: item._id }
    const inputs = { input1: '123456789', input2: '1234', key: 'storefront' }
    const request = { ...ids, ...inputs, paymentmode: 'upi' as const }
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => placeUpiOrder(service.deps, caller, request)),
    )
    expect(tries.some((one) => one.status === 'fulfilled')).toBe(true)
    expect((await stored()).payment?.attempts.map((attempt) => attempt.state)).toEqual(['unclear', 'open'])
    expect(madeAtGateway(orderid)).toHaveLength(1)
  })

  it('has a longer timeout than other calls, and the payment page says what it is waiting for', async () => {
    const slow = service.env.GATEWAY_TIMEOUT_MS + 500
    await upi({ next: { outcome: 'ok', call: 'create_order', replyDelayMs: slow } })
    const placing = order()
    const { orderid } = await until(
      () => OrderModel.findOne({ userId: user._id }).then((one) => ({ orderid: one?._id ?? '' })),
      (one) => one.orderid !== '',
    )
    const waitingFor = async () =>
      (await asha.call(paymentPage, { params: { client_txn_id: orderid } })).waitingFor
    expect(await waitingFor()).toBe('provider')
    expect((await placing).data.payment_url).toBe(`/pay?client_txn_id=${orderid}`)
    expect(await waitingFor()).toBe('payer')
  })
})

it('is checked at the gateway that made it', async () => {
  const id = await buy(asha, orderBody(user, shop.manual))
  await OrderModel.updateOne({ _id: id }, { 'payment.gateway': 'former' })
  const queries: PaymentQuery[] = []
  const former = {
    ...service.deps.gatewayOf('upigateway')!,
    name: 'former',
    checkPayment: async (query: PaymentQuery) => {
      queries.push(query)
      const payment = { clientTxnId: id, amountPaise: 34_500, gatewayId: 'f1', bankReference: '', payer: '' }
      return { kind: 'paid' as const, ...payment }
    },
  }
  const gatewayOf = (name: string) => (name === 'former' ? former : undefined)
  const paid = await confirmOrderPayment({ ...service.deps, gatewayOf }, (await stored()).toObject())
  expect(queries.map((query) => query.clientTxnId)).toEqual([id])
  expect(paid.status).toBe('Processing')
})
