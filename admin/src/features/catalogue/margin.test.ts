import { describe, expect, it } from 'vitest'
import { averageMargins, marginOf, percentText } from './margin.ts'

const cost = { amount: 61.5, unit: 'coins', rupees: 87.33, floorPercent: 5, readAt: '' }

describe('a margin', () => {
  it('is the rest of the price above the cost, and low below minimum', () => {
    const margins = [10_900, 9_200, 9_193, 9_192, 8_000].map((paise) => marginOf({ cost }, paise))
    expect(margins.map((margin) => [percentText(margin!.percent), margin!.isLow])).toEqual([
      ['19.8%', false],
      ['5.0%', false],
      ['5.0%', false],
      ['4.9%', true],
      ['-9.2%', true],
    ])
  })

  it('of a reseller’s price has its own floor', () => {
    const item = { cost: { ...cost, floorPercent: 12, resellFloorPercent: 6 } }
    const isLow = (paise: number, column: 'discountedprice' | 'resellprice') =>
      marginOf(item, paise, column)?.isLow
    expect([isLow(9_500, 'discountedprice'), isLow(9_500, 'resellprice')]).toEqual([true, false])
    expect(isLow(9_200, 'resellprice')).toBe(true)
  })

  it('is averaged over the changed prices, each against its own cost', () => {
    const item = { cost: { ...cost, rupees: 80 }, discountedprice: 100, resellprice: 160 }
    const change = (column: 'discountedprice' | 'resellprice', toPaise: number) => ({ item, column, toPaise })
    expect(averageMargins([change('resellprice', 10_000)])).toEqual({ before: 50, after: 20 })
    expect(averageMargins([change('discountedprice', 16_000), change('resellprice', 10_000)])).toEqual({
      before: 35,
      after: 35,
    })
  })

  it('is unknown where the cost in rupees is not known', () => {
    const { rupees: _none, ...unpriced } = cost
    expect([marginOf({}, 100), marginOf({ cost: unpriced }, 100), marginOf({ cost }, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
