import { beforeEach, describe, expect, it } from 'vitest'
import { simulatorKeys } from '../../../tests/simulators/start-simulators.ts'
import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { supplierContract } from '../../../tests/support/supplier-contract.ts'
import type { SupplierHarness } from '../../../tests/support/supplier-harness.ts'
import { createSmileOne } from './smile-one.ts'
import { readPriceFactor, readProductFactors } from './smile-one-texts.ts'

const simulators = withSimulators()
const control = (command: Record<string, unknown>) => simulators.current.control('smileone', command)
const calls = {
  buy: 'createorder',
  look: '-',
  check: 'getrole',
  balance: 'querypoints',
  list: 'productlist',
}

function smileHarness(name: 'SMILEBR' | 'SMILEPH'): SupplierHarness {
  const supplierItemId = name === 'SMILEBR' ? '13' : '212'
  const productSlug = 'mobilelegends'
  const aPlayer = (userid: string) => ({
    productSlug,
    checkId: supplierItemId,
    account: { userid, zoneid: '2001' },
  })
  const harness: SupplierHarness = {
    forms: { playerCheck: 'by_name', evidence: 'balance', delivery: 'at_once', repeat: 'buys_again' },
    secret: simulatorKeys.SMILE_KEY,
    reset: async () => void (await control({ reset: 'all' })),
    address: () => `${simulators.current.url}/smileone`,
    make: ({ timeoutMs = 2_000, secret = simulatorKeys.SMILE_KEY, address = harness.address() } = {}) =>
      createSmileOne({
        name,
        baseUrl: address,
        country: name === 'SMILEBR' ? '' : 'ph',
        uid: simulatorKeys.SMILE_UID,
        email: simulatorKeys.SMILE_EMAIL,
        key: secret,
        finalCodes: ['20031'],
        passingCodes: ['20010', '40001'],
        timeoutMs,
      }),
    anOrder: (unitRef) => ({
      unitRef,
      productSlug,
      supplierItemId,
      account: { userid: '12345678', zoneid: '2001' },
    }),
    aPlayer: () => aPlayer('12345678'),
    anUnknownPlayer: () => aPlayer('10000003'),
    page: productSlug,
    unknownPage: '999999999',
    unknownCode: '20099',
    codes: {
      final: ['201', '20003', '20004', '20031'],
      noCredit: '20010',
      next: async (code) => void (await control({ next: { outcome: 'refuse', code } })),
    },
    next: async (call, outcome) => void (await control({ next: { call: calls[call], outcome } })),
    nextUnknownCode: async (call) =>
      void (await control({ next: { call: calls[call], outcome: 'refuse', code: '20099' } })),
    leakSecret: async () => void (await control({ leakKey: true })),
    effects: () => simulators.current.journal('smileone').filter(({ kind }) => kind === 'delivery').length,
  }
  return harness
}

const brazil = smileHarness('SMILEBR')
supplierContract('SMILEBR', brazil)
supplierContract('SMILEPH', smileHarness('SMILEPH'))

describe('Smile.one', () => {
  beforeEach(() => brazil.reset())

  const check = (userid: string, zoneid = '2001') =>
    brazil.make().checkPlayer({ ...brazil.aPlayer(), account: { userid, zoneid } })
  const buy = () => brazil.make().purchaseUnit(brazil.anOrder('U-1'))

  it('returns the region letter, which alone identifies an Indonesian player', async () => {
    expect(await check('10000001')).toMatchObject({ kind: 'found', region: 'b' })
    expect(await check('12345678')).toMatchObject({ kind: 'found', region: 'c' })
  })

  it('returns the rejection of a region', async () => {
    expect(await check('10000002')).toMatchObject({ kind: 'not_eligible', code: '201', isPolicy: true })
  })

  it('rejects the player for three codes only, never for one that ends or defers orders', async () => {
    expect(await check('10000003')).toMatchObject({ kind: 'not_eligible', code: '20004', isPolicy: false })
    expect(await check('12345678', '0')).toMatchObject({
      kind: 'not_eligible',
      code: '20003',
      isPolicy: false,
    })
    for (const code of ['20031', '20010', '40001', '20099', '0']) {
      await control({ next: { call: 'getrole', outcome: 'refuse', code } })
      expect(await check('12345678'), code).toMatchObject({ kind: 'unavailable', reason: 'trouble' })
    }
  })

  it.each([true, false])(
    'reads its fields under data or not (%s), and a status as text',
    async (nestedFields) => {
      await control({ nestedFields, statusAsString: true })
      expect((await check('12345678')).kind).toBe('found')
      expect((await buy()).kind).toBe('delivered')
      expect(await check('10000003')).toMatchObject({ kind: 'not_eligible', code: '20004' })
    },
  )

  it.each([
    ['order_id', true],
    ['order_id', false],
    ['orderid', true],
    ['orderid', false],
  ])('recognises a delivery by %s, under data: %s', async (orderIdField, nestedFields) => {
    await control({ orderIdField, nestedFields })
    expect(await buy()).toMatchObject({ kind: 'delivered', supplierOrderId: expect.stringMatching(/^S\d+$/) })
  })

  it('reports that an order may succeed later when only points are missing', async () => {
    await control({ points: { br: '1' } })
    expect(await buy()).toMatchObject({ kind: 'rejected', code: '20010', retryable: true })
  })

  it.each(['201', '20003', '20004', '20031'])(
    'treats %s as final, even with a text about points, balance or sign',
    async (code) => {
      const message = 'The balance of points is insufficient, the sign has expired'
      await control({ next: { outcome: 'refuse', code, message } })
      expect(await buy()).toEqual({ kind: 'rejected', code, message, retryable: false })
    },
  )

  it.each(['Insufficient smile points', 'Invalid sign', 'This player may not be recharged'])(
    'treats a code that is not configured as unclear, whatever its text: %s',
    async (message) => {
      await control({ next: { outcome: 'refuse', code: '20099', message } })
      expect(await buy()).toEqual({ kind: 'unknown', message: expect.stringContaining('20099') })
    },
  )

  it('returns the factors for list prices, for single products too', async () => {
    await control({ changePrice: 1.55, packPrices: { 25: 1.0043 } })
    expect(await check('12345678')).toMatchObject({ priceFactor: 1.55, productFactors: { 25: 1.0043 } })
  })

  it('does not sell by a factor that it cannot read', async () => {
    const [read, none, many] = [readPriceFactor('1.2'), readPriceFactor(undefined), readPriceFactor('much')]
    expect([read, none, many, readPriceFactor(0), readPriceFactor(-1)]).toEqual([
      1.2,
      1,
      undefined,
      undefined,
      undefined,
    ])
    expect(readProductFactors([{ product_id: 25, change_price: '1.1' }])).toEqual({ 25: 1.1 })
    expect([readProductFactors({}), readProductFactors([{ change_price: 2 }])]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('takes the price from the balance of its own country only', async () => {
    await buy()
    expect(await brazil.make().queryBalance()).toMatchObject({ balance: '605688.5' })
    expect(await smileHarness('SMILEPH').make().queryBalance()).toMatchObject({ balance: '605750.0' })
  })
})
