import { describe, expect, it } from 'vitest'
import type { Evidence } from '../load/evidence.ts'
import { later, makeOpenStoredOrder, makeStoredOrder, pointsEarned, soundEvidence } from './faulty-data.ts'
import { pointsBalance } from './points-invariant.ts'

const findings = (change: Partial<Evidence>) => pointsBalance(soundEvidence(change)).map(({ what }) => what)
const holding = (hundredths: number) => [{ _id: 'asha', hundredths }]

describe('I11, points are neither created nor lost', () => {
  it('accepts what a delivered order earned', () => {
    expect(findings({})).toEqual([])
  })

  it('finds points that were earned twice, not at all, or for nothing', () => {
    expect(findings({ pointsEntries: [pointsEarned(), pointsEarned()], points: holding(690) })).toEqual([
      'posted 2 times',
      'gave 690 hundredths of a point, 345 were due',
    ])
    expect(findings({ pointsEntries: [], points: [] })).toEqual([
      'gave 0 hundredths of a point, 345 were due',
    ])
    expect(findings({ orders: [makeOpenStoredOrder()] })).toEqual([
      'gave 345 hundredths of a point, 0 were due',
    ])
  })

  it('counts what remained paid', () => {
    expect(findings({ orders: [makeStoredOrder({ partlyRefundedPaise: 17_250 })] })).toEqual([
      'gave 345 hundredths of a point, 172 were due',
    ])
  })

  it('finds a balance that differs from its entries, and a negative one', () => {
    expect(findings({ points: holding(346) })).toEqual(['shows 346, its entries say 345'])
    expect(findings({ points: holding(-1) })).toContain('is negative: -1')
    expect(findings({ pointsEntries: [pointsEarned(345, -344)] })).toEqual(['sums to 1'])
  })

  it('finds points that were taken back twice, or without a refund', () => {
    const back = { ...pointsEarned(-400), kind: 'revoked' }
    expect(findings({ pointsEntries: [pointsEarned(), back], points: holding(-55) })).toEqual([
      'is negative: -55',
      'took 400 of 345 back',
      'took points back unrefunded',
    ])
  })

  it('finds points for lateness of an order that was on time, or partly refunded', () => {
    const gave = { ...pointsEarned(1_000), kind: 'late' }
    const points = { offered: 345, earned: 345, revoked: 0, late: 1_000, lateBonus: 1_000 }
    const [placedAt, deliveredAt] = [later(0), later(31 * 60_000)]
    const history = makeStoredOrder().history.map((row) => ({ ...row, at: deliveredAt }))
    const lateFindings = (change: Parameters<typeof makeStoredOrder>[0], earned = 345) =>
      findings({
        orders: [makeStoredOrder({ points, history, processingAt: placedAt, ...change })],
        pointsEntries: [pointsEarned(earned), gave],
        points: holding(earned + 1_000),
      })
    const wrong = ['gave late points that are not due']
    expect(lateFindings({})).toEqual([])
    expect(lateFindings({ processingAt: later(2 * 60_000) })).toEqual(wrong)
    expect(lateFindings({ partlyRefundedPaise: 17_250 }, 172)).toEqual(wrong)
  })

  it('finds redeemed points that became another amount of money, and money without points', () => {
    const redeemed = { ...pointsEarned(-100), kind: 'redeemed', ref: 'JW1', valuePaise: 100 }
    const money = (amountPaise: number) => ({
      kind: 'points_redeemed',
      ref: 'JW1',
      currency: 'INR',
      postings: [
        { account: 'points', amountPaise: -amountPaise },
        { account: 'wallet:asha', amountPaise },
      ],
    })
    const points = holding(245)
    expect(findings({ pointsEntries: [pointsEarned(), redeemed], points, ledger: [money(100)] })).toEqual([])
    expect(findings({ pointsEntries: [pointsEarned(), redeemed], points, ledger: [money(101)] })).toEqual([
      'points worth 100 paise became 101',
    ])
    expect(findings({ ledger: [money(5)] })).toEqual(['points worth 0 paise became 5'])
  })
})
