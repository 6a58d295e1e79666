import { beforeEach, describe, expect, it } from 'vitest'
import { simulatorKeys } from '../../../tests/simulators/start-simulators.ts'
import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { type SupplierHarness, supplierBattery } from '../../testing/supplier-battery.ts'
import { createMooGold } from './moogold.ts'

const simulators = withSimulators()
const control = (command: Record<string, unknown>) => simulators.current.control('moogold', command)
const calls = {
  buy: 'order/create_order',
  look: 'order/order_detail_partner_id',
  check: 'product/validate',
  balance: 'user/balance',
}
const pack = { supplierProduct: '', supplierItemId: '1001' }

const harness: SupplierHarness = {
  secret: simulatorKeys.MOOGOLD_SECRET,
  reset: async () => void (await control({ reset: 'all' })),
  make: ({ timeoutMs = 2_000, secret = simulatorKeys.MOOGOLD_SECRET, unreachable = false } = {}) =>
    createMooGold({
      name: 'MOOGOLD',
      baseUrl: unreachable ? simulators.refusedUrl : `${simulators.current.url}/moogold`,
      partnerId: simulatorKeys.MOOGOLD_PARTNER_ID,
      secret,
      timeoutMs,
    }),
  anOrder: (unitRef) => ({ unitRef, ...pack, account: { 'User ID': '12345678', 'Server ID': '2001' } }),
  aPlayer: () => ({ ...pack, userId: '12345678', zoneId: '2001' }),
  anUnknownPlayer: () => ({ ...pack, userId: '20000008', zoneId: '2001' }),
  next: async (call, outcome) => void (await control({ next: { call: calls[call], outcome } })),
  leakSecret: async () => void (await control({ leakKey: true })),
  effects: () => simulators.current.journal('moogold').filter(({ kind }) => kind === 'order').length,
  statuses: async (words) => void (await control({ statuses: words })),
}

supplierBattery('MOOGOLD', harness)

describe('MooGold', () => {
  beforeEach(() => harness.reset())

  const buy = () => harness.make().buyUnit(harness.anOrder('U-1'))

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
      kind: 'refused',
      code: '111',
      message: 'Insufficient balance',
      retryable: true,
    })
  })

  it.each(['110', '999'])('does not know after error %s, which proves nothing', async (code) => {
    await control({ next: { outcome: 'refuse', code } })
    expect((await buy()).kind).toBe('unknown')
  })

  it('buys Genshin by server name', async () => {
    const account = { 'User ID': '800000001', Server: 'Asia' }
    await harness.make().buyUnit({ ...harness.anOrder('U-2'), supplierItemId: '428080', account })
    const [order] = simulators.current.journal('moogold')
    expect(order).toMatchObject({ partnerOrderId: 'U-2', account, total: '0.86' })
  })

  it.each(['no_route', 'not_available'])('does without a player check that is %s', async (validate) => {
    await control({ validate })
    expect((await harness.make().checkPlayer(harness.aPlayer())).kind).toBe('unavailable')
  })
})
