import { randomUUID } from 'node:crypto'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { LedgerModel, verifyLedger } from '@jhatpat/shared/domain/wallet/index.ts'
import { buy, ends, giveMoney, look, orderBody, pay, soldTo, until } from '@jhatpat/shared/testing/buying.ts'
import { aUser } from '@jhatpat/shared/testing/people.ts'
import type { Person, RawReply } from '@jhatpat/shared/testing/person.ts'
import { type Service, startService } from '@jhatpat/shared/testing/service-harness.ts'
import { aShop, type Shop } from '@jhatpat/shared/testing/shop.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let elsewhere: Person

beforeAll(async () => {
  service = await startService({ workers: true, env: { PAYMENT_POLL_MS: '60000' } })
  shop = await aShop()
  elsewhere = await service.as(await aUser(), await service.startAnotherApi())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await service.simulators.control('upigateway', { webhook: { lost: true } })
  user = await aUser()
  asha = await service.as(user)
})

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

/** The gateway's callback as it is sent: a form that says whatever its sender likes. */
function callback(
  client_txn_id: string,
  more: Record<string, string> = {},
  person = asha,
): Promise<RawReply> {
  const body = form({
    client_txn_id,
    status: 'success',
    amount: '345.00',
    upi_txn_id: '405512345678',
    ...more,
  })
  return person.request('/api/webhooks/upigateway', { method: 'POST', body, headers: formType })
}

const looksAt = (id: string) => OrderModel.findById(id).then((order) => order?.payment?.polls ?? 0)

describe('the gateway’s callback', () => {
  it('moves a paid order once and books its money once, though 50 copies come at once over two apis', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '740000001' }))
    await pay(service, id)
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => callback(id, {}, index % 2 ? asha : elsewhere)),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    const order = await ends(asha, id, 'Completed')
    expect(order.version).toBe(3)
    expect(await LedgerModel.countDocuments({ ref: { $regex: `^${id}` } })).toBe(1)
    expect(soldTo(service, 'smileone', '740000001')).toHaveLength(1)
    expect((await verifyLedger()).faults).toEqual([])
  })

  it('is taken as a form and as JSON', async () => {
    for (const headers of [formType, { 'content-type': 'application/json' }]) {
      const id = await buy(asha, orderBody(user, shop.byHand))
      await pay(service, id)
      const fields = { client_txn_id: id, status: 'failure' }
      const body = headers === formType ? form(fields) : JSON.stringify(fields)
      const reply = await asha.request('/api/webhooks/upigateway', { method: 'POST', body, headers })
      expect(reply.status).toBe(200)
      expect((await ends(asha, id, 'Processing')).transactionid).toMatch(/^\d+$/)
    }
  })

  it('changes nothing by claiming success for an order that nobody paid', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '740000002' }))
    expect((await callback(id)).status).toBe(200)
    await until(
      () => looksAt(id),
      (looks) => looks === 1,
    )
    const order = await look(asha, id)
    expect(order).toMatchObject({ status: 'Created', transactionid: '', credited: 0, version: 1 })
    expect(await LedgerModel.countDocuments({ ref: { $regex: `^${id}` } })).toBe(0)
  })

  it('about an order it never heard of, or with no usable id, is answered and forgotten', async () => {
    const before = await OrderModel.countDocuments()
    expect((await callback('JP000000NOSUCH')).status).toBe(200)
    expect((await callback('JT000000NOSUCH')).status).toBe(200)
    expect((await callback('{"$ne":null}')).status).toBe(200)
    for (const body of ['{"client_txn_id":{"$ne":null}}', '[]', '{"client_txn_id":["JP1"]}']) {
      const reply = await asha.request('/api/webhooks/upigateway', { method: 'POST', body })
      expect(reply.status).toBe(200)
    }
    expect(await OrderModel.countDocuments()).toBe(before)
  })

  it('about an order paid from the wallet gives nobody work', async () => {
    await giveMoney(user, 34_500)
    const id = await buy(asha, orderBody(user, shop.byHand, { paymentmode: 'wallet' }))
    expect((await callback(id)).status).toBe(200)
    expect((await OrderModel.findById(id))?.due.payment).toMatchObject({ at: null, seq: 0 })
  })
})

describe('MooGold’s callback', () => {
  const tell = (body: unknown) =>
    asha.request('/api/webhooks/moogold', { method: 'POST', body: JSON.stringify(body) })

  it('about an order that is not known yet is not answered with success, so that it comes again', async () => {
    for (const body of [{ order_id: 999_999 }, { order_id: { $ne: null } }, {}, [], { order_id: '' }]) {
      const reply = await tell({ status: 'completed', ...body })
      expect(reply.status).toBe(404)
      expect(reply.json.status).not.toBe('success')
    }
  })

  it('makes us ask, and only MooGold’s own answer completes the order', async () => {
    await giveMoney(user, 34_500)
    await service.simulators.control('moogold', {
      advanceMs: 600_000,
      statuses: ['processing', 'completed'],
      webhook: { lost: true },
    })
    const body = orderBody(user, shop.crystals, {
      input1: '740000003',
      input2: 'Asia',
      paymentmode: 'wallet',
    })
    const id = await buy(asha, body)
    const unit = await until(
      async () => (await OrderModel.findById(id))?.units[0],
      (one) => Boolean(one?.supplierOrderId),
    )
    const order_id = Number(unit?.supplierOrderId)
    const reply = await tell({ status: 'completed', message: randomUUID(), order_id, total: '3.90' })
    expect(reply).toMatchObject({ status: 200, json: { status: 'success' } })
    await until(
      async () => (await OrderModel.findById(id))?.units[0]?.waits ?? 0,
      (waits) => waits > 1,
    )
    expect((await look(asha, id)).status).toBe('Processing')
    await service.simulators.control('moogold', { setStatus: { order_id, status: 'completed' } })
    await tell({ status: 'completed', order_id })
    await ends(asha, id, 'Completed')
    expect((await tell({ status: 'completed', order_id })).status).toBe(200)
  })
})
