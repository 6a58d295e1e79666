import { randomUUID } from 'node:crypto'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { checkUnitNow } from '@jhatpat/shared/domain/checkout/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel, verifyBalances } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buy, ends, giveMoney, look, orderBody, pay, soldTo, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { Person, RawReply } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'

let service: Service
let shop: Shop
let user: IUser
let asha: Person
let elsewhere: Person

beforeAll(async () => {
  service = await startService({
    workers: true,
    env: { PAYMENT_POLL_MS: '60000', PAYMENT_CHECK_GAP_MS: '2000' },
  })
  shop = await insertShop()
  elsewhere = await service.as(await insertCustomer(), await service.startAnotherApi())
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.simulators.reset('faults')
  await service.simulators.control('upigateway', { webhook: { lost: true } })
  user = await insertCustomer()
  asha = await service.as(user)
})

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

/** The gateway's callback as it arrives: a form with any content its sender chooses. */
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

const viewsOf = (id: string) => OrderModel.findById(id).then((order) => order?.payment?.checkCount ?? 0)

describe('the gateway’s callback', () => {
  it.each([
    [
      'without a content type',
      (id: string) => ({ body: form({ client_txn_id: id }), headers: { 'content-type': '' } }),
    ],
    [
      'as text',
      (id: string) => ({ body: form({ client_txn_id: id }), headers: { 'content-type': 'text/plain' } }),
    ],
    [
      'as JSON that is called text',
      (id: string) => ({
        body: JSON.stringify({ client_txn_id: id }),
        headers: { 'content-type': 'text/html' },
      }),
    ],
    [
      'as multipart',
      (id: string) => ({
        body: `--b\r\nContent-Disposition: form-data; name="client_txn_id"\r\n\r\n${id}\r\n--b--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      }),
    ],
  ])('is accepted %s', async (_how, sent) => {
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '740000003' }))
    await pay(service, id)
    const path = '/api/webhooks/upigateway'
    expect((await asha.request(path, { method: 'POST', ...sent(id) })).status).toBe(200)
    await ends(asha, id, 'Completed')
  })

  it('is refused with the missing field when it cannot be parsed, and above 20 kB in any case', async () => {
    const path = '/api/webhooks/upigateway'
    const post = (body: string) =>
      asha.request(path, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })
    expect(await post('what is this?')).toMatchObject({ status: 400, json: { field: 'client_txn_id' } })
    expect(await post('{"client_txn_id":')).toMatchObject({ status: 400 })
    expect((await post('x'.repeat(21_000))).status).toBe(413)
  })

  it('completes a paid order once and posts its money once when 50 copies arrive at once at two apis', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '740000001' }))
    await pay(service, id)
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => callback(id, {}, index % 2 ? asha : elsewhere)),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    const order = await ends(asha, id, 'Completed')
    expect(order.version).toBe(3)
    expect(await JournalEntryModel.countDocuments({ ref: { $regex: `^${id}` } })).toBe(1)
    expect(soldTo(service, 'smileone', '740000001')).toHaveLength(1)
    expect((await verifyBalances()).faults).toEqual([])
  })

  it('is accepted as a form and as JSON', async () => {
    for (const headers of [formType, { 'content-type': 'application/json' }]) {
      const id = await buy(asha, orderBody(user, shop.manual))
      await pay(service, id)
      const fields = { client_txn_id: id, status: 'failure' }
      const body = headers === formType ? form(fields) : JSON.stringify(fields)
      const reply = await asha.request('/api/webhooks/upigateway', { method: 'POST', body, headers })
      expect(reply.status).toBe(200)
      expect((await ends(asha, id, 'Processing')).transactionid).toMatch(/^\d+$/)
    }
  })

  it('changes nothing by claiming success for an unpaid order', async () => {
    const id = await buy(asha, orderBody(user, shop.diamonds, { input1: '740000002' }))
    // No other order's callback has named this reference: if believed, it would be a payment and not a
    // discrepancy.
    expect((await callback(id, { upi_txn_id: '405512340002' })).status).toBe(200)
    await until(
      () => viewsOf(id),
      (checkCount) => checkCount === 1,
    )
    const order = await look(asha, id)
    expect(order).toMatchObject({ status: 'Created', transactionid: '', credited: 0, version: 1 })
    expect(await JournalEntryModel.countDocuments({ ref: { $regex: `^${id}` } })).toBe(0)
  })

  it('gets the same reply for orders that exist and orders that do not', async () => {
    const before = await OrderModel.countDocuments()
    const known = await callback(await buy(asha, orderBody(user, shop.manual)))
    for (const id of ['JP000000NOSUCH', 'JT000000NOSUCH', 'x']) {
      const unknown = await callback(id)
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    }
    expect(await OrderModel.countDocuments()).toBe(before + 1)
  })

  it('causes one check in two seconds however many arrive, and the last of them is checked too', async () => {
    const id = await buy(asha, orderBody(user, shop.manual))
    await callback(id)
    await until(
      () => viewsOf(id),
      (checkCount) => checkCount === 1,
    )
    const first = await OrderModel.findById(id)
    const checkedAt = first?.payment?.checkedAt?.getTime() ?? 0
    await pay(service, id)
    for (let copies = 0; copies < 5; copies++) await callback(id, {}, copies % 2 ? asha : elsewhere)
    const afterCallback = await OrderModel.findById(id)
    expect(afterCallback?.payment?.checkCount).toBe(1)
    expect(afterCallback?.due.payment.at?.getTime()).toBe(checkedAt + 2_000)
    await ends(asha, id, 'Processing')
    const after = await OrderModel.findById(id)
    expect(after?.payment?.captures).toHaveLength(1)
    expect((after?.payment?.captures[0]?.at.getTime() ?? 0) - checkedAt).toBeGreaterThanOrEqual(2_000)
  })

  it('about an order paid from the wallet enqueues no job', async () => {
    await giveMoney(user, 34_500)
    const id = await buy(asha, orderBody(user, shop.manual, { paymentmode: 'wallet' }))
    expect((await callback(id)).status).toBe(200)
    expect((await OrderModel.findById(id))?.due.payment).toMatchObject({ at: null, seq: 0 })
  })
})

describe('the gateway', () => {
  it('is asked once in two seconds about a payment, though pages, callbacks and jobs check at once', async () => {
    const gatewayCalls = vi.spyOn(service.deps.gatewayOf('upigateway')!, 'checkPayment')
    try {
      const id = await buy(asha, orderBody(user, shop.manual))
      const times = () => gatewayCalls.mock.calls.filter(([{ clientTxnId }]) => clientTxnId === id).length
      const from = service.clock.now().getTime()
      await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 4 ? look(asha, id) : callback(id))))
      // All of those may have arrived before the first check was sent, which then covered them; this one did
      // not.
      await callback(id)
      const updated = await until(
        async () => times(),
        (now) => now >= 2,
      )
      const checkedAt = (await OrderModel.findById(id))?.payment?.checkedAt?.getTime() ?? 0
      expect(checkedAt - from).toBeGreaterThanOrEqual(2_000 * (updated - 1))
    } finally {
      gatewayCalls.mockRestore()
    }
  })

  it('is asked by one of those who have read the same payment at the same moment', async () => {
    const gatewayCalls = vi.spyOn(service.deps.gatewayOf('upigateway')!, 'checkPayment')
    const id = await buy(asha, orderBody(user, shop.manual))
    const lock = OrderModel.updateOne.bind(OrderModel) as (...args: unknown[]) => Promise<unknown>
    let arrived = 0
    let release = () => {}
    const all = new Promise<void>((done) => {
      release = done
    })
    const locking = vi.spyOn(OrderModel, 'updateOne').mockImplementation((async (...args: unknown[]) => {
      const [, update] = args as [unknown, { $set?: object }]
      if (update.$set && 'payment.checkedAt' in update.$set) {
        arrived += 1
        if (arrived === 3) release()
        await all
      }
      return lock(...args)
    }) as never)
    try {
      await Promise.all(Array.from({ length: 3 }, () => look(asha, id)))
      const asked = gatewayCalls.mock.calls.filter(([{ clientTxnId }]) => clientTxnId === id)
      expect(arrived).toBeGreaterThanOrEqual(3)
      expect(asked).toHaveLength(1)
    } finally {
      locking.mockRestore()
      gatewayCalls.mockRestore()
    }
  })
})

describe('MooGold’s callback', () => {
  const sendCallback = (body: unknown) =>
    asha.request('/api/webhooks/moogold', { method: 'POST', body: JSON.stringify(body) })

  /** An order at MooGold that is being bought: MooGold's id of it is not known yet. */
  async function anOrderUnderWay(playerId: string): Promise<string> {
    await giveMoney(user, 34_500)
    await service.simulators.control('moogold', {
      advanceMs: 600_000,
      statuses: ['processing'],
      webhook: { lost: true },
    })
    const body = orderBody(user, shop.crystals, { input1: playerId, input2: 'Asia', paymentmode: 'wallet' })
    return buy(asha, body)
  }

  it('gets the same reply for orders that exist and orders that do not', async () => {
    const id = await anOrderUnderWay('740000004')
    const unit = await until(
      async () => (await OrderModel.findById(id))?.units[0],
      (one) => Boolean(one?.supplierOrderId),
    )
    const known = await sendCallback({ status: 'completed', order_id: Number(unit?.supplierOrderId) })
    const unknown = await sendCallback({ status: 'completed', order_id: 999_999 })
    expect(known.status).toBe(200)
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
  })

  it('about an unknown order enqueues no job, however many arrive', async () => {
    const jobs = async () => {
      const keys = await service.deps.redis.keys(`*${service.env.QUEUE_PREFIX}*payments*:supplier*`)
      const waiting = await service.deps.redis.keys(`*${service.env.QUEUE_PREFIX}*payments*:delayed`)
      const delayed = await Promise.all(waiting.map((key) => service.deps.redis.zcard(key)))
      return keys.length + delayed.reduce((sum, count) => sum + count, 0)
    }
    const before = await jobs()
    const invented = Array.from({ length: 50 }, (_, id) => ({
      status: 'completed',
      order_id: `invented-${id}`,
    }))
    await Promise.all(invented.map(sendCallback))
    expect(await jobs()).toBe(before)
  })

  it('finds its order by the index, without reading every order', async () => {
    const gatewayCalls = vi.spyOn(OrderModel, 'find')
    await sendCallback({ status: 'completed', order_id: 999_999 })
    const query =
      gatewayCalls.mock.calls.find(([filter]) => JSON.stringify(filter).includes('999999'))?.[0] ?? {}
    gatewayCalls.mockRestore()
    const { queryPlanner } = (await OrderModel.find(query).explain('queryPlanner')) as unknown as {
      queryPlanner: { winningPlan: object }
    }
    expect(JSON.stringify(queryPlanner.winningPlan)).toContain('supplier_order')
  })

  it('causes a poll, and only MooGold’s own answer completes the order', async () => {
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
    const reply = await sendCallback({ status: 'completed', message: randomUUID(), order_id, total: '3.90' })
    expect(reply).toMatchObject({ status: 200, json: { status: 'success' } })
    await until(
      async () => (await OrderModel.findById(id))?.units[0]?.retryCount ?? 0,
      (retryCount) => retryCount > 1,
    )
    expect((await look(asha, id)).status).toBe('Processing')
    await service.simulators.control('moogold', { setStatus: { order_id, status: 'completed' } })
    await sendCallback({ status: 'completed', order_id })
    await ends(asha, id, 'Completed')
    expect((await sendCallback({ status: 'completed', order_id })).status).toBe(200)
  })
})

it('with a number that two suppliers use causes a poll for both orders', async () => {
  const ids = [await buy(asha, orderBody(user, shop.manual)), await buy(asha, orderBody(user, shop.manual))]
  const unit = { ref: 'U-1', supplierItemId: '1', state: 'sending', attempt: 1, supplierOrderId: '770077' }
  const later = { at: new Date(service.clock.now().getTime() + 3_600_000), seq: 1 }
  const changes = { $set: { status: 'Processing', units: [unit], 'due.fulfil': later } }
  for (const _id of ids) await OrderModel.updateOne({ _id }, changes)
  expect(await checkUnitNow(service.deps, '770077')).toBe(true)
  for (const id of ids) expect((await OrderModel.findById(id))?.due.fulfil).toMatchObject({ seq: 2 })
  expect(await checkUnitNow(service.deps, '770078')).toBe(false)
})

describe('a hostile callback', () => {
  const json = { 'content-type': 'application/json' }
  const callbacks = ['upigateway', 'moogold'] as const
  const packed = { ...json, 'content-encoding': 'gzip' }

  it.each([
    ['no body at all', undefined, {}, 400],
    ['half a JSON', '{"client_txn_id":', json, 400],
    ['a list', '[]', json, 400],
    ['an operator for an id', '{"client_txn_id":{"$ne":null},"order_id":{"$ne":null}}', json, 400],
    ['a list for an id', '{"client_txn_id":["JP1"],"order_id":[1]}', json, 400],
    ['an operator in a form', form({ client_txn_id: '{"$ne":null}', order_id: '{}' }), formType, 400],
    ['an id of 20,000 letters', form({ client_txn_id: 'x'.repeat(19_000), order_id: '' }), formType, 400],
    ['40 kB', `{"client_txn_id":"${'x'.repeat(40_000)}"}`, json, 413],
    ['500 fields', 'a=1&'.repeat(500), formType, 413],
    ['deep nesting', '['.repeat(9_000) + ']'.repeat(9_000), json, 400],
    ['a page', '<script>', { 'content-type': 'text/html' }, 400],
    ['an encoding that is none', '{}', { ...json, 'content-encoding': 'junk' }, 415],
    ['a charset that is none', '{}', { 'content-type': 'application/json; charset=x-junk' }, 415],
    ['gzip that is none', '{"order_id":1}', packed, 400],
  ])('with %s is refused as a sender’s error, and not logged as ours', async (...given) => {
    const [, body, headers, status] = given
    const { lines, stop } = listenToLog()
    for (const name of callbacks) {
      const reply = await asha.request(`/api/webhooks/${name}`, {
        method: 'POST',
        headers,
        ...(body === undefined ? {} : { body }),
      })
      expect(reply.status, name).toBe(status)
      expect(reply.json.code, name).not.toBe('internal')
    }
    stop()
    expect(lines).toEqual([])
  })

  /** The errors of ours that are logged meanwhile. */
  function listenToLog() {
    const spy = vi.spyOn(service.deps.log, 'error')
    return { lines: spy.mock.calls, stop: () => spy.mockRestore() }
  }
})
