import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatorKeys } from '../../tests/simulators/start-simulators.ts'
import { envSchema } from '../platform/env.ts'
import { createPaymentGateways } from './payments/registry.ts'
import { createSuppliers } from './suppliers/registry.ts'
import type { VendorCall } from './vendor-call.ts'
import { type SupplierVendor, vendors } from './vendors.ts'

/** A vendor that repeats what it received in every field, or answers as the test says. */
let server: Server
let url = ''
let say: ((received: string) => unknown) | undefined
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const received = `${JSON.stringify(request.headers)} ${await text(request)}`
    const body = say ? say(received) : everywhere(received)
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': `sid=${received.length}` })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => void server.close(resolve)))

const fields = ['status', 'code', 'message', 'msg', 'order_id', 'orderid', 'err_code', 'err_message', 'id']
const more = ['order_status', 'partner_order_id', 'upi_txn_id', 'customer_vpa', 'amount', 'client_txn_id']
const flat = (value: unknown) => Object.fromEntries([...fields, ...more].map((name) => [name, value]))
const everywhere = (value: unknown) => ({
  ...flat(value),
  data: flat(value),
  account_details: flat(value),
  item: [{ voucher_code: [value] }],
})

const customer = { name: 'Asha Rao', email: 'asha.rao@mail.example', mobile: '9876512345' }

/** Every adapter's calls about an order, with settings of which each secret is known. */
async function captureAll(secret: string): Promise<{ received: VendorCall[]; secrets: string[] }> {
  const kinds = Object.values(vendors).filter(({ kind }) => kind === 'supplier' || kind === 'payment')
  const names = kinds.flatMap(({ keys }) => Object.keys(keys))
  const keys = Object.fromEntries(
    names.map((name, at) => [name, name.endsWith('EMAIL') ? `k${at}@${secret}.example` : `${secret}${at}k`]),
  )
  const env = envSchema.parse({
    MONGODB_URI: 'mongodb://127.0.0.1/none',
    REDIS_URL: 'redis://127.0.0.1',
    SMS_KEY: 'sms',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1',
    ...keys,
    ...Object.fromEntries(kinds.map(({ address }) => [address, url])),
  })
  const received: VendorCall[] = []
  const settings = { ...env, capture: (one: VendorCall) => received.push(one) }
  const gateway = createPaymentGateways(settings).gatewayOf('upigateway')!
  const request = { clientTxnId: 'JP261121AAAAAAAA', amountPaise: 34_500, description: '284 Diamonds' }
  await gateway.createPayment({ ...request, customer, redirectUrl: 'http://localhost/confirmation' })
  await gateway.checkPayment({ clientTxnId: 'JP261121AAAAAAAA', createdAt: new Date() })
  for (const supplier of Object.values(createSuppliers(settings).byName)) {
    const account = { userid: '123456789', zoneid: '1234', Mobile: customer.mobile }
    const order = { unitRef: 'JP261121AAAAAAAA-1', productSlug: 'mobilelegends', supplierItemId: '26' }
    await supplier.purchaseUnit({ ...order, account })
    await supplier.lookupPurchase({ unitRef: order.unitRef, supplierOrderId: undefined })
  }
  return { received, secrets: Object.values(keys) }
}

const base64 = (one: string, two: string) => Buffer.from(`${one}:${two}`).toString('base64')

describe('the record of a vendor call', () => {
  it('covers a purchase of every supplier account and the payment, under our own reference', async () => {
    say = () => ({ status: 200, order_id: 'S-90417733', message: 'ok', data: { status: 'success' } })
    const { received } = await captureAll('plain')
    const accounts = Object.values(vendors).flatMap((one) =>
      one.kind === 'supplier' ? [...(one as SupplierVendor).adapters] : [],
    )
    const bought = received.filter(({ isAct, vendor }) => isAct && vendor !== 'upigateway')
    expect(bought.map(({ vendor }) => vendor).toSorted()).toEqual(accounts.toSorted())
    for (const one of bought) {
      expect(one).toMatchObject({ ref: 'JP261121AAAAAAAA-1', outcome: 'json', httpStatus: 200 })
      expect(one.answered.order_id).toBe('S-90417733')
      expect(Object.values(one.asked)).toContain('26')
    }
    expect(received.filter(({ vendor }) => vendor === 'upigateway').map(({ call }) => call)).toEqual([
      'create_order',
      'check_order_status',
    ])
  })

  it('contains no secret, signature, code, address or phone number, whatever a vendor repeats', async () => {
    say = undefined
    const word = fc.stringMatching(/^[a-zA-Z0-9]{6,40}$/)
    await fc.assert(
      fc.asyncProperty(word, async (word) => {
        const { received, secrets } = await captureAll(`Q${word}`)
        const kept = JSON.stringify(received.map(({ asked, answered, note }) => ({ asked, answered, note })))
        const logins = secrets.flatMap((one) => secrets.map((two) => base64(one, two)))
        const forms = [...secrets, ...logins].flatMap((one) => [one, encodeURIComponent(one)])
        for (const one of forms) expect(kept).not.toContain(one)
        for (const one of [customer.email, customer.mobile, customer.name]) expect(kept).not.toContain(one)
        // Signatures are hex or base64 of at least 32 characters.
        expect(kept).not.toMatch(/[0-9a-f]{32}/i)
        expect(kept).not.toMatch(/sid=|authorization.{0,9}Basic [^*]/i)
      }),
      { numRuns: 25 },
    )
  })

  it('contains no delivered code', async () => {
    say = () => ({ ...everywhere('ok'), order_status: 'completed', item: [{ voucher_code: ['AB12-CD34'] }] })
    const { received } = await captureAll('plain')
    expect(received.length).toBeGreaterThan(4)
    expect(JSON.stringify(received)).not.toContain('AB12-CD34')
  })

  it('describes an unusable reply without its text', async () => {
    say = () => '<html>key=plain0k</html>'
    const { received } = await captureAll('plain')
    for (const one of received) {
      expect(one).toMatchObject({ outcome: 'nonsense', answered: {} })
      expect(one.note).toBe('The reply is not JSON (HTTP 200).')
    }
  })

  it("does not lose a purchase's answer when recording fails", async () => {
    say = () => ({ status: 200, order_id: 'S1' })
    const env = envSchema.parse({
      ...simulatorKeys,
      MONGODB_URI: 'mongodb://127.0.0.1/none',
      REDIS_URL: 'redis://127.0.0.1',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1',
      SMILE_URL: url,
    })
    const capture = () => {
      throw new Error('full')
    }
    const { byName } = createSuppliers({ ...env, capture })
    const order = { unitRef: 'JP261121AAAAAAAA-1', productSlug: 'm', supplierItemId: '26', account: {} }
    expect(await byName.SMILEBR.purchaseUnit(order)).toEqual({ kind: 'delivered', supplierOrderId: 'S1' })
  })
})
