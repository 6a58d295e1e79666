import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUpiGateway } from '@jhatpat/shared/providers/payments/upigateway.ts'
import { createMooGold } from '@jhatpat/shared/providers/suppliers/moogold.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { simulatorKeys } from './start-simulators.ts'
import { withSimulators } from './with-simulators.ts'

const simulators = withSimulators()

describe('callbacks to the shop', () => {
  type Call = { url: string; type: string; body: string }
  let shop: Server
  let calls: Call[] = []
  let answer = { status: 200, body: '{"status":"success"}' }

  beforeAll(async () => {
    shop = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      calls.push({ url: request.url ?? '', type: request.headers['content-type'] ?? '', body })
      response.writeHead(answer.status).end(answer.body)
    })
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
    simulators.current.setAppUrl(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`)
  })
  afterAll(() => new Promise((done) => shop.close(done).closeAllConnections()))
  beforeEach(async () => {
    await simulators.current.reset('all')
    calls = []
    answer = { status: 200, body: '{"status":"success"}' }
  })

  const gateway = () =>
    createUpiGateway({
      baseUrl: `${simulators.current.url}/upigateway`,
      key: simulatorKeys.UPIGATEWAY_KEY,
      createTimeoutMs: 2_000,
      timeoutMs: 2_000,
    })
  const create = () =>
    gateway().createPayment({
      clientTxnId: 'T-1',
      amountPaise: 49_900,
      description: 'x',
      customer: { name: 'A', email: 'a@example.test', mobile: '9000000000' },
      redirectUrl: 'http://shop/',
    })
  const upi = (command: Record<string, unknown>) => simulators.current.control('upigateway', command)
  const order = () =>
    createMooGold({
      name: 'MOOGOLD',
      baseUrl: `${simulators.current.url}/moogold`,
      partnerId: simulatorKeys.MOOGOLD_PARTNER_ID,
      secret: simulatorKeys.MOOGOLD_SECRET,
      timeoutMs: 2_000,
    }).purchaseUnit({
      unitRef: 'U-1',
      productSlug: '',
      supplierItemId: '5177312',
      account: { 'Player ID': '12345678' },
    })

  it('come from UPIGateway as a form, unsigned, with a status', async () => {
    await create()
    await upi({ pay: { client_txn_id: 'T-1' } })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]).toMatchObject({
      url: '/api/webhooks/upigateway',
      type: 'application/x-www-form-urlencoded',
    })
    const fields = Object.fromEntries(new URLSearchParams(calls[0]!.body))
    expect(fields).toMatchObject({ client_txn_id: 'T-1', status: 'success', amount: '499' })
    expect(gateway().readCallback(fields)).toEqual({ clientTxnId: 'T-1' })
  })

  it('come as often as set, late, or not at all', async () => {
    await create()
    await upi({ webhook: { copies: 3, lateMs: 40 }, pay: { client_txn_id: 'T-1' } })
    expect(calls).toHaveLength(0)
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    await upi({ webhook: { lost: true }, fail: { client_txn_id: 'T-1' } })
    await new Promise((done) => setTimeout(done, 80))
    expect(calls).toHaveLength(3)
  })

  it('are repeated until the shop accepts them', async () => {
    answer = { status: 503, body: '' }
    await simulators.current.control('moogold', {
      statuses: ['completed'],
      webhook: { beforeReply: true, retryMs: 20 },
    })
    await order()
    expect(calls.length).toBeGreaterThan(0)
    answer = { status: 200, body: '{"status":"ok"}' }
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(3))
    answer = { status: 200, body: '{"status":"success"}' }
    const repeated = calls.length
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(repeated))
    const settled = calls.length
    await new Promise((done) => setTimeout(done, 80))
    expect(calls).toHaveLength(settled)
  })

  it('come from MooGold as JSON that names its order and not ours, even before the reply', async () => {
    await simulators.current.control('moogold', { webhook: { beforeReply: true } })
    const outcome = await order()
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ url: '/api/webhooks/moogold', type: 'application/json' })
    expect(JSON.parse(calls[0]!.body)).toMatchObject({ status: 'completed', order_id: 952272, total: '0.95' })
    expect(calls[0]!.body).not.toContain('U-1')
    expect(outcome).toMatchObject({ supplierOrderId: '952272' })
  })
})
