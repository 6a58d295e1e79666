import { beforeEach, describe, expect, it } from 'vitest'
import { simulatorKeys } from '../../../tests/simulators/start-simulators.ts'
import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { type SupplierHarness, supplierBattery } from '../../testing/supplier-battery.ts'
import { createSmileOne } from './smile-one.ts'

const simulators = withSimulators()
const control = (command: Record<string, unknown>) => simulators.current.control('smileone', command)
const calls = { buy: 'createorder', look: '-', check: 'getrole', balance: 'querypoints' }

function smileHarness(name: 'SMILEBR' | 'SMILEPH'): SupplierHarness {
  const pack = { supplierProduct: 'mobilelegends', supplierItemId: name === 'SMILEBR' ? '13' : '212' }
  return {
    secret: simulatorKeys.SMILE_KEY,
    reset: async () => void (await control({ reset: 'all' })),
    make: ({ timeoutMs = 2_000, secret = simulatorKeys.SMILE_KEY, unreachable = false } = {}) =>
      createSmileOne({
        name,
        baseUrl: unreachable ? simulators.refusedUrl : `${simulators.current.url}/smileone`,
        country: name === 'SMILEBR' ? '' : 'ph',
        uid: simulatorKeys.SMILE_UID,
        email: simulatorKeys.SMILE_EMAIL,
        key: secret,
        timeoutMs,
      }),
    anOrder: (unitRef) => ({ unitRef, ...pack, account: { userid: '12345678', zoneid: '2001' } }),
    aPlayer: () => ({ ...pack, userId: '12345678', zoneId: '2001' }),
    anUnknownPlayer: () => ({ ...pack, userId: '10000003', zoneId: '2001' }),
    next: async (call, outcome) => void (await control({ next: { call: calls[call], outcome } })),
    leakSecret: async () => void (await control({ leakKey: true })),
    effects: () => simulators.current.journal('smileone').filter(({ kind }) => kind === 'delivery').length,
  }
}

const brazil = smileHarness('SMILEBR')
supplierBattery('SMILEBR', brazil)
supplierBattery('SMILEPH', smileHarness('SMILEPH'))

describe('Smile.one', () => {
  beforeEach(() => brazil.reset())

  const check = (userId: string) => brazil.make().checkPlayer({ ...brazil.aPlayer(), userId })

  it('passes on the region letter, which alone tells an Indonesian player', async () => {
    expect(await check('10000001')).toMatchObject({ kind: 'found', region: 'b' })
    expect(await check('12345678')).toMatchObject({ kind: 'found', region: 'c' })
  })

  it('passes on the refusal of a region', async () => {
    expect(await check('10000002')).toMatchObject({ kind: 'refused', code: '201' })
  })

  it('reads its fields at top level or under data, and its status as number or text', async () => {
    await control({ nestedFields: true, statusAsString: true })
    expect((await check('12345678')).kind).toBe('found')
    expect((await brazil.make().buyUnit(brazil.anOrder('U-1'))).kind).toBe('delivered')
    expect(await check('10000003')).toMatchObject({ kind: 'refused', code: '20004' })
  })

  it('says that an order may pass later when only points are missing', async () => {
    await control({ points: { br: '1' } })
    expect(await brazil.make().buyUnit(brazil.anOrder('U-1'))).toMatchObject({
      kind: 'refused',
      retryable: true,
    })
    await control({ points: { br: '100' }, next: { outcome: 'refuse' } })
    expect(await brazil.make().buyUnit(brazil.anOrder('U-1'))).toMatchObject({
      kind: 'refused',
      retryable: false,
    })
  })

  it('takes the price from the balance of its own country only', async () => {
    await brazil.make().buyUnit(brazil.anOrder('U-1'))
    expect(await brazil.make().queryBalance()).toMatchObject({ balance: '60568.75' })
    expect(await smileHarness('SMILEPH').make().queryBalance()).toMatchObject({ balance: '60575.0' })
  })
})
