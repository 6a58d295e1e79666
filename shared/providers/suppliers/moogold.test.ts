import { beforeEach, describe, expect, it } from 'vitest'
import { simulatorKeys } from '../../../tests/simulators/start-simulators.ts'
import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { supplierContract } from '../../../tests/support/supplier-contract.ts'
import type { SupplierHarness } from '../../../tests/support/supplier-harness.ts'
import { createMooGold } from './moogold.ts'

const simulators = withSimulators()
const control = (command: Record<string, unknown>) => simulators.current.control('moogold', command)
const calls = {
  buy: 'order/create_order',
  look: 'order/order_detail_partner_id',
  check: 'product/validate',
  balance: 'user/balance',
  list: 'product/product_detail',
}
const page = '15145'
const mlbb = (id: string) => ({ 'User ID': id, 'Server ID': '2001' })
const aPlayer = (id: string) => ({ productSlug: '', checkId: page, account: mlbb(id) })

const harness: SupplierHarness = {
  forms: {
    playerCheck: 'by_name',
    evidence: 'lookup',
    repeat: 'unclear',
    delivery: {
      waiting: 'processing',
      delivered: 'completed',
      returned: 'refunded',
      held: 'incorrect-details',
    },
  },
  secret: simulatorKeys.MOOGOLD_SECRET,
  reset: async () => void (await control({ reset: 'all' })),
  address: () => `${simulators.current.url}/moogold`,
  make: ({ timeoutMs = 2_000, secret = simulatorKeys.MOOGOLD_SECRET, address = harness.address() } = {}) =>
    createMooGold({
      name: 'MOOGOLD',
      baseUrl: address,
      partnerId: simulatorKeys.MOOGOLD_PARTNER_ID,
      secret,
      timeoutMs,
    }),
  anOrder: (unitRef) => ({
    unitRef,
    productSlug: '',
    supplierItemId: '1001',
    account: mlbb('12345678'),
  }),
  aPlayer: () => aPlayer('12345678'),
  anUnknownPlayer: () => aPlayer('20000008'),
  page,
  unknownPage: '999999999',
  unknownCode: '999',
  codes: {
    final: ['113', '116', '118', '418', '419', '422', '423'],
    noCredit: '111',
    next: async (code) => void (await control({ next: { outcome: 'refuse', code } })),
  },
  nextUnknownCode: async (call) =>
    void (await control({ next: { call: calls[call], outcome: 'refuse', code: '999' } })),
  next: async (call, outcome) => void (await control({ next: { call: calls[call], outcome } })),
  leakSecret: async () => void (await control({ leakKey: true })),
  effects: () => simulators.current.journal('moogold').filter(({ kind }) => kind === 'order').length,
  statuses: async (words) => void (await control({ statuses: words })),
}

supplierContract('MOOGOLD', harness)

/** A variant observed by a client in production. */
const reset = async () => void (await control({ reset: 'all', echoPartnerId: true, errorInData: true }))
describe('with our id echoed and errors inside data,', () =>
  supplierContract('MOOGOLD', { ...harness, reset }))

describe('MooGold', () => {
  beforeEach(async () => void (await control({ reset: 'all' })))

  const buy = () => harness.make().purchaseUnit(harness.anOrder('U-1'))

  it('queries an accepted order by its id when our reference is not found, and verifies the reply', async () => {
    const supplier = harness.make()
    const bought = await supplier.purchaseUnit(harness.anOrder('U-9'))
    const supplierOrderId = 'supplierOrderId' in bought ? bought.supplierOrderId : ''
    const forgotten = { unitRef: 'U-9', supplierOrderId }
    await control({ next: { call: calls.look, outcome: 'refuse', code: '421' } })
    expect(await supplier.lookupPurchase(forgotten)).toMatchObject({ supplierOrderId })
    await control({ next: { call: calls.look, outcome: 'refuse', code: '421' } })
    expect(await supplier.lookupPurchase({ ...forgotten, supplierOrderId: '1' })).toEqual({
      kind: 'not_found',
    })
    await control({ next: { call: calls.look, outcome: 'refuse', code: '421' } })
    expect(await supplier.lookupPurchase({ unitRef: 'U-9', supplierOrderId: undefined })).toEqual({
      kind: 'not_found',
    })
  })

  it('is another account with another partner id, and the same with another secret', () => {
    const options = { name: 'MOOGOLD', baseUrl: 'https://x.test', timeoutMs: 1_000 }
    const accountOf = (partnerId: string, secret: string) =>
      createMooGold({ ...options, partnerId, secret }).accountId
    expect(accountOf('p1', 's1')).toMatch(/^[0-9a-f]{12}$/)
    expect(accountOf('p1', 's2')).toBe(accountOf('p1', 's1'))
    expect(accountOf('p2', 's1')).not.toBe(accountOf('p1', 's1'))
  })

  it.each(['top_level', 'string_status', 'documented'])(
    'finds the order id in a %s reply',
    async (createReply) => {
      await control({ createReply })
      expect(await buy()).toMatchObject({ kind: 'accepted', supplierOrderId: '952272' })
    },
  )

  it('reads error codes under any HTTP status', async () => {
    await control({
      errorHttpStatus: 500,
      next: { outcome: 'refuse', code: '111', message: 'Insufficient balance' },
    })
    expect(await buy()).toEqual({
      kind: 'rejected',
      code: '111',
      message: 'Insufficient balance',
      retryable: true,
    })
  })

  it.each(['110', '999'])('reports an unknown outcome after error %s, which proves nothing', async (code) => {
    await control({ next: { outcome: 'refuse', code } })
    expect((await buy()).kind).toBe('unknown')
  })

  it('buys Genshin by server name', async () => {
    const account = { 'User ID': '800000001', Server: 'Asia' }
    await harness.make().purchaseUnit({ ...harness.anOrder('U-2'), supplierItemId: '428080', account })
    const [order] = simulators.current.journal('moogold')
    expect(order).toMatchObject({ partnerOrderId: 'U-2', account, total: '0.86' })
  })

  it.each(['no_route', 'not_available', 'kindly_contact'])(
    'reports that there is no player check (%s)',
    async (validate) => {
      await control({ validate })
      const check = await harness.make().checkPlayer(harness.aPlayer())
      expect(check).toMatchObject({ kind: 'unavailable', reason: 'not_offered' })
    },
  )

  it('finds a player by the status "success" and a name', async () => {
    await control({ validate: 'success' })
    expect(await harness.make().checkPlayer(harness.aPlayer())).toMatchObject({ kind: 'found' })
  })

  it('reports that our address is not allowed when an HTML page with HTTP 403 answers', async () => {
    const expected = { message: expect.stringMatching(/^Our address is not on the list: .*IPv4 and IPv6/) }
    await control({ next: { call: '*', times: 3, outcome: 'http403' } })
    expect(await harness.make().queryBalance()).toMatchObject({ kind: 'unavailable', ...expected })
    expect(await harness.make().checkPlayer(harness.aPlayer())).toMatchObject({
      kind: 'unavailable',
      ...expected,
    })
    // An answer of a server in front of MooGold proves nothing about a purchase.
    expect(await buy()).toMatchObject({ kind: 'unknown', ...expected })
  })

  it('reports no balance in a currency other than that of its prices', async () => {
    await control({ currency: 'INR' })
    expect(await harness.make().queryBalance()).toMatchObject({
      kind: 'unavailable',
      message: 'The balance is in INR, not in USD.',
    })
  })

  it('checks a player under the product’s page, and treats a supplier product’s id as our error', async () => {
    const check = await harness.make().checkPlayer({ ...harness.aPlayer(), checkId: '1001' })
    expect(check).toMatchObject({
      kind: 'unavailable',
      reason: 'trouble',
      message: expect.stringContaining('422'),
    })
  })

  it.each([null, 200, 500])('reads an error inside data, under HTTP status %s', async (errorHttpStatus) => {
    await control({ errorHttpStatus, errorInData: true, next: { outcome: 'refuse', code: '403' } })
    expect(await buy()).toMatchObject({ kind: 'rejected', code: '403', retryable: true })
  })

  it.each([true, false])(
    'lists supplier products with the names of the account’s fields, prices as text: %s',
    async (priceAsText) => {
      await control({ priceAsText })
      const list = await harness.make().readPriceList('428075')
      expect(list).toMatchObject({ kind: 'ok', unit: 'USD', fields: ['User ID', 'Server'] })
      expect(list.kind === 'ok' && list.products[0]).toMatchObject({
        supplierItemId: '428080',
        price: '0.86',
      })
    },
  )

  it('accepts and refunds Mobile Legends with a field that the product does not have', async () => {
    const account = { 'User ID': '12345678', Server: '2001' }
    expect(await harness.make().purchaseUnit({ ...harness.anOrder('U-3'), account })).toMatchObject({
      kind: 'accepted',
    })
    const look = () => harness.make().lookupPurchase({ unitRef: 'U-3', supplierOrderId: undefined })
    await look()
    expect(await look()).toMatchObject({ kind: 'returned' })
  })

  it('rejects Honor of Kings without a Player ID', async () => {
    const order = { ...harness.anOrder('U-4'), supplierItemId: '5177312' }
    expect(await harness.make().purchaseUnit(order)).toMatchObject({
      kind: 'rejected',
      code: '422',
      retryable: false,
    })
    expect(
      await harness.make().purchaseUnit({ ...order, account: { 'Player ID': '12345678' } }),
    ).toMatchObject({
      kind: 'accepted',
    })
  })
})

describe('the list of a day’s orders', () => {
  beforeEach(async () => void (await control({ reset: 'all' })))

  it('has each order’s state and total, and whether there is another page', async () => {
    await control({ statuses: ['processing', 'completed'] })
    const moogold = harness.make()
    const bought = await moogold.purchaseUnit(harness.anOrder('JP1-1'))
    const id = bought.kind === 'accepted' ? bought.supplierOrderId : ''
    const list = await moogold.listOrders?.('2026-11-21', 1)
    expect(list).toMatchObject({ kind: 'ok', hasMore: false })
    const one =
      list?.kind === 'ok' ? list.orders.find(({ supplierOrderId }) => supplierOrderId === id) : undefined
    expect(one).toMatchObject({ unit: 'USD', state: expect.stringMatching(/^(open|delivered)$/) })
    expect(one?.total).toMatch(/^\d+\.\d{2}$/)
  })

  it('is unavailable when the supplier rejects the call or does not answer', async () => {
    await control({ next: { call: 'order/transaction_history', outcome: 'html' } })
    expect(await harness.make().listOrders?.('2026-11-21', 1)).toMatchObject({
      kind: 'unavailable',
    })
    expect(await harness.make({ secret: 'wrong' }).listOrders?.('2026-11-21', 1)).toMatchObject({
      kind: 'unavailable',
    })
  })
})
