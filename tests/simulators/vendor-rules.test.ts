// cspell:ignore dellay
import { signMooGold } from '@jhatpat/shared/providers/suppliers/moogold.ts'
import { signSmileOne } from '@jhatpat/shared/providers/suppliers/smile-one.ts'
import { type VendorName, vendors } from '@jhatpat/shared/providers/vendors.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { defaultSmileSettings } from './smileone/smile-settings.ts'
import { simulatorKeys } from './start-simulators.ts'
import { withSimulators } from './with-simulators.ts'

const simulators = withSimulators()
const { SMILE_UID: uid, SMILE_EMAIL: email, SMILE_KEY, MOOGOLD_SECRET, UPIGATEWAY_KEY } = simulatorKeys
const nowS = () => Math.floor(Date.now() / 1000)
const post = async (path: string, init: RequestInit) => {
  const response = await fetch(simulators.current.url + path, { method: 'POST', redirect: 'manual', ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as unknown }
}

beforeEach(() => simulators.current.reset('all'))

describe('Smile.one, as simulated', () => {
  it('answers with the codes of the shop’s vendor list', () => {
    const { insufficientPoints, signInvalid, signExpired } = defaultSmileSettings.codes
    expect(vendors.smileone.simulator.settings).toEqual({
      SMILE_LOW_BALANCE_CODES: String(insufficientPoints),
      SMILE_SIGNATURE_CODES: `${signInvalid},${signExpired}`,
    })
  })

  const path = '/smileone/smilecoin/api/querypoints'
  const signed = (time: number) => {
    const fields = { uid, email, product: 'mobilelegends', time: String(time) }
    return { ...fields, sign: signSmileOne(fields, SMILE_KEY) }
  }

  it('accepts forms, JSON and multipart', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(signed(nowS()))) form.append(name, value)
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(signed(nowS())) }
    for (const init of [{ body: form }, { body: new URLSearchParams(signed(nowS())) }, json]) {
      expect((await post(path, init)).json()).toEqual({
        status: 200,
        message: 'success',
        smile_points: '605750.0',
      })
    }
  })

  it('rejects an invalid signature and one that is older than five minutes', async () => {
    const wrong = new URLSearchParams({ ...signed(nowS()), product: 'hok' })
    expect((await post(path, { body: wrong })).json()).toMatchObject({ message: 'Invalid sign' })
    const old = new URLSearchParams(signed(nowS() - 301))
    expect((await post(path, { body: old })).json()).toMatchObject({ message: 'Sign expired' })
  })

  it('has a Russian list and a Russian balance of its own', async () => {
    const fields = { uid, email, product: 'mobilelegends', time: String(nowS()) }
    const body = () => new URLSearchParams({ ...fields, sign: signSmileOne(fields, SMILE_KEY) })
    await simulators.current.control('smileone', { points: { ru: '12.5' } })
    const points = await post('/smileone/ru/smilecoin/api/querypoints', { body: body() })
    expect(points.json()).toMatchObject({ smile_points: '12.5' })
    const list = await post('/smileone/ru/smilecoin/api/productlist', { body: body() })
    expect(list.text).toContain('mobilelegends RU')
    expect((await post('/smileone/xx/smilecoin/api/querypoints', { body: body() })).status).toBe(404)
  })

  it('charges the price of the role check: the factor of the product, else of the player, else of all', async () => {
    await simulators.current.control('smileone', { changePrice: 1.1, packPrices: { 23: 1.2 } })
    const order = async (userid: string, productid: string) => {
      const fields = {
        uid,
        email,
        product: 'mobilelegends',
        time: String(nowS()),
        userid,
        zoneid: '2001',
        productid,
      }
      const sign = signSmileOne(fields, SMILE_KEY)
      await post('/smileone/smilecoin/api/createorder', { body: new URLSearchParams({ ...fields, sign }) })
      return simulators.current.journal('smileone').at(-1)?.price
    }
    expect([await order('888888', '25'), await order('888888', '23'), await order('10000011', '25')]).toEqual(
      ['196.9', '146.4', '277.45'],
    )
  })

  it('answers an unknown path with a page', async () => {
    const reply = await post('/smileone/smilecoin/api/orderquery', { body: '' })
    expect(reply).toMatchObject({ status: 404, text: expect.stringContaining('<!doctype html>') })
  })
})

describe('MooGold, as simulated', () => {
  type Change = { path?: string; body?: string; timestamp?: string; secret?: string }
  const call = ({ path = 'user/balance', ...change }: Change = {}) => {
    const {
      body = '{ "path": "user\\/balance" }',
      timestamp = String(nowS()),
      secret = MOOGOLD_SECRET,
    } = change
    const authorization = `Basic ${Buffer.from(`${simulatorKeys.MOOGOLD_PARTNER_ID}:${MOOGOLD_SECRET}`).toString('base64')}`
    const headers = { authorization, timestamp, auth: signMooGold({ body, timestamp, path }, secret) }
    return post(`/moogold/wp-json/v1/api/${path}`, { headers, body })
  }

  it('signs the exact bytes, whatever their spacing', async () => {
    expect((await call()).json()).toEqual({ currency: 'USD', balance: '832.21' })
  })

  const send = (path: string, fields: Record<string, unknown>) =>
    call({ path, body: JSON.stringify({ path, ...fields }) })

  it('accepts timestamps within a configurable window', async () => {
    const old = { timestamp: String(nowS() - 100) }
    expect((await call(old)).json()).toMatchObject({ currency: 'USD' })
    await simulators.current.control('moogold', { timeWindowS: 60 })
    expect((await call(old)).json()).toMatchObject({ err_code: '426' })
  })

  it('answers errors with their documented HTTP status, at top level or inside data', async () => {
    expect(await send('order/create_order', { data: { category: 1, 'product-id': 1 } })).toMatchObject({
      status: 422,
      text: expect.stringContaining('"err_code":"422"'),
    })
    expect((await send('order/create_order', { data: {} })).status).toBe(200)
    await simulators.current.control('moogold', { errorInData: true, errorHttpStatus: 400 })
    const reply = await send('order/order_detail_partner_id', { partner_order_id: 'none' })
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({ data: { err_code: '421' } })
  })

  it('accepts Mobile Legends with an unknown field, without an echo of it, and refunds it later', async () => {
    const data = { category: 1, 'product-id': 1001, 'User ID': '12345678', Server: '2001' }
    const created = await send('order/create_order', { data, partnerOrderId: 'P-1' })
    expect(created.json()).toMatchObject({ account_details: { player_id: '12345678', server_id: '' } })
    const lookUpOrder = () => send('order/order_detail_partner_id', { partner_order_id: 'P-1' })
    await lookUpOrder()
    expect((await lookUpOrder()).json()).toMatchObject({
      order_status: 'refunded',
      item: [{ server_id: '', player_id: '12345678' }],
    })
  })

  it('checks players only under a product’s page', async () => {
    const check = async (id: number) =>
      (
        await send('product/validate', {
          data: { 'product-id': id, 'User ID': '12345678', 'Server ID': '2001' },
        })
      ).json()
    expect(await check(15145)).toMatchObject({ status: 'true' })
    expect(await check(1001)).toMatchObject({ err_code: '422' })
  })

  it('rejects an invalid signature, an old timestamp and another path', async () => {
    expect((await call({ secret: 'x' })).json()).toMatchObject({ err_code: '109' })
    expect((await call({ timestamp: String(nowS() - 4000) })).json()).toMatchObject({ err_code: '426' })
    expect((await call({ body: '{"path":"order/create_order"}' })).json()).toMatchObject({ err_code: '418' })
  })
})

describe('UPIGateway, as simulated', () => {
  const create = async () => {
    const order = {
      key: UPIGATEWAY_KEY,
      client_txn_id: 'T-1',
      amount: '499.00',
      p_info: '<b>86 Diamonds</b>',
      customer_name: 'A',
      customer_email: 'a@example.test',
      customer_mobile: '9000000000',
      redirect_url: 'http://shop.test/done?from=x',
    }
    const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) }
    const reply = (await post('/upigateway/api/v2/create_order', init)).json()
    return new URL((reply as { data: { payment_url: string } }).data.payment_url).pathname
  }
  const statuses = () => simulators.current.journal('upigateway').map(({ kind, status }) => status ?? kind)

  it('shows the payer a page, and is scanning from then on', async () => {
    const page = await fetch(simulators.current.url + (await create()))
    const html = await page.text()
    expect(html).toContain('&lt;b&gt;86 Diamonds')
    expect(html).toContain('Simulated')
    expect(statuses()).toEqual(['created', 'scanning'])
  })

  it('redirects the payer with both ids once a button is pressed', async () => {
    const path = await create()
    const reply = await post(`${path}/pay`, {})
    expect(reply.status).toBe(303)
    expect(reply.headers.get('location')).toBe('http://shop.test/done?from=x&client_txn_id=T-1&txn_id=700001')
    expect(statuses()).toEqual(['created', 'captured'])
  })

  it('can pay automatically after some time', async () => {
    await simulators.current.control('upigateway', { autoPayMs: 10 })
    await create()
    await expect.poll(statuses).toEqual(['created', 'captured'])
  })
})

describe('the control calls', () => {
  it('reject what they do not understand, naming it', async () => {
    const body = JSON.stringify({ next: { outcome: 'timeot' }, dellayMs: 3 })
    const reply = await post('/control/smileone', { headers: { 'content-type': 'application/json' }, body })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('dellayMs')
  })

  it.each(Object.keys(vendors) as VendorName[])('have a page and a journal for %s', async (vendor) => {
    const page = await fetch(`${simulators.current.url}/control/${vendor}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('data-command=')
    expect(await (await fetch(`${simulators.current.url}/control/${vendor}/journal`)).json()).toEqual([])
  })

  it('plan a fault for one player only', async () => {
    await simulators.current.control('smileone', { next: { outcome: 'refuse', match: { userid: '777777' } } })
    const order = async (userid: string) => {
      const fields = {
        uid,
        email,
        time: String(nowS()),
        product: 'mobilelegends',
        productid: '13',
        userid,
        zoneid: '1',
      }
      const sign = signSmileOne(fields, SMILE_KEY)
      const reply = await post('/smileone/smilecoin/api/createorder', {
        body: new URLSearchParams({ ...fields, sign }),
      })
      return (reply.json() as { status: number }).status
    }
    expect([await order('888888'), await order('777777'), await order('777777')]).toEqual([200, 201, 200])
  })
})
