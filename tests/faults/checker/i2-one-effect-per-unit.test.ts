import { type Vendor, vendors } from '@jhatpat/shared/providers/vendors.ts'
import { describe, expect, it } from 'vitest'
import { check } from './check.ts'
import type { Evidence } from './evidence.ts'
import {
  makeDelivery,
  makeMooGoldOrder,
  makeMooGoldRefund,
  makeStoredOrder,
  soundEvidence,
  soundJournals,
} from './faulty-data.ts'
import { oneEffectPerUnit } from './i2-one-effect-per-unit.ts'

const sold = (smileone: ReturnType<typeof makeDelivery>[]) =>
  oneEffectPerUnit(soundEvidence({ journals: soundJournals({ smileone }) }))

describe('I2, one effect per unit', () => {
  it('accepts one delivery for one unit, or none', () => {
    expect(sold([makeDelivery()])).toEqual([])
    expect(sold([])).toEqual([])
  })

  it('finds a unit that was delivered twice', () => {
    const [found, ...more] = sold([makeDelivery(), makeDelivery({ order_id: 'S2' })])
    expect(more).toEqual([])
    expect(found).toMatchObject({ rule: 'I2', about: 'JP1' })
    expect(found?.what).toContain('2 × pack 13 delivered for 1 units (S1, S2)')
  })

  it('finds a product that was never ordered, and a player of no order', () => {
    expect(sold([makeDelivery({ productid: '26' })])).toHaveLength(1)
    expect(sold([makeDelivery({ userid: '1' })])[0]?.about).toBe('player 1')
  })

  it('counts a MooGold order under a second name, but not one that MooGold returned', () => {
    const units = [{ supplierItemId: '428080' }]
    const evidence = (entries: ReturnType<typeof makeMooGoldOrder>[]) =>
      soundEvidence({
        orders: [makeStoredOrder({ units })],
        journals: soundJournals({ smileone: [], moogold: entries }),
      })
    const two = [makeMooGoldOrder('JP1-1', 1), makeMooGoldOrder('JP1-1-r2', 2)]
    expect(oneEffectPerUnit(evidence(two))).toHaveLength(1)
    expect(oneEffectPerUnit(evidence([...two, makeMooGoldRefund(1)]))).toEqual([])
  })

  it('checks a supplier only by its registration, and says so when it cannot', () => {
    const bought = { entry: 'sent', player: 'to', zone: 'to', pack: 'card', reference: 'no' }
    const third = { ...vendors, thirdgames: { ...vendors.moogold, bought } satisfies Vendor }
    const sent = (no: number) => ({ seq: no, at: '', kind: 'sent', to: '300000001', card: '13', no })
    const evidence = (journals: Evidence['journals']) =>
      soundEvidence({ vendors: third, journals: { ...soundJournals({ smileone: [] }), ...journals } })
    expect(check(evidence({ thirdgames: [sent(1)] }))).toEqual([])
    const found = check(evidence({ thirdgames: [sent(1), sent(2)] }))
    expect(found.map(({ rule, about }) => `${rule} ${about}`)).toEqual(['I2 JP1', 'I6 JP1'])
    expect(found[0]?.what).toBe('2 × pack 13 delivered for 1 units (1, 2)')
    expect(() => check(evidence({}))).toThrow('there is no journal of thirdgames')
    const unread = { ...sent(3), card: undefined }
    expect(() => check(evidence({ thirdgames: [unread] }))).toThrow('there is no card in {"seq":3')
  })
})
