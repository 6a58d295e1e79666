import { describe, expect, it } from 'vitest'
import { oneEffectPerUnit } from './i2-one-effect-per-unit.ts'
import { aDelivery, aMooGoldOrder, aMooGoldRefund, anOrder, soundEvidence } from './planted.ts'

const check = (smileone: ReturnType<typeof aDelivery>[], moogold: ReturnType<typeof aDelivery>[] = []) =>
  oneEffectPerUnit(soundEvidence({ journals: { upigateway: [], smileone, moogold } }))

describe('I2, one effect per unit', () => {
  it('has nothing to say about one delivery for one unit, or about none', () => {
    expect(check([aDelivery()])).toEqual([])
    expect(check([])).toEqual([])
  })

  it('finds a unit that was delivered twice', () => {
    const [found, ...more] = check([aDelivery(), aDelivery({ order_id: 'S2' })])
    expect(more).toEqual([])
    expect(found).toMatchObject({ rule: 'I2', about: 'JP1' })
    expect(found?.what).toContain('2 × pack 13 delivered for 1 units (S1, S2)')
  })

  it('finds a pack that was never ordered, and a player nobody ordered for', () => {
    expect(check([aDelivery({ productid: '26' })])).toHaveLength(1)
    expect(check([aDelivery({ userid: '1' })])[0]?.about).toBe('player 1')
  })

  it('counts a MooGold order under a second name, but none that MooGold gave back', () => {
    const units = [{ supplierItemId: '428080' }]
    const evidence = (entries: ReturnType<typeof aMooGoldOrder>[]) =>
      soundEvidence({
        orders: [anOrder({ units })],
        journals: { upigateway: [], smileone: [], moogold: entries },
      })
    const two = [aMooGoldOrder('JP1-1', 1), aMooGoldOrder('JP1-1-r2', 2)]
    expect(oneEffectPerUnit(evidence(two))).toHaveLength(1)
    expect(oneEffectPerUnit(evidence([...two, aMooGoldRefund(1)]))).toEqual([])
  })
})
