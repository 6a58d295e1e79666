import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountTenThousandths,
  type BalanceEvidence,
  describeEvidence,
  judgeEvidence,
} from './balance-evidence.ts'

type Call = { price: number; end: 'delivered' | 'rejected' | 'arrived' | 'arrived_late' | 'lost' }

/** Prices in hundredths, from 1.00 to 1000.00, in steps of five as in price lists. */
const price = fc.integer({ min: 20, max: 20_000 }).map((twentieths) => twentieths * 5)
const call: fc.Arbitrary<Call> = fc.record({
  price,
  end: fc.constantFrom('delivered', 'delivered', 'delivered', 'rejected', 'arrived', 'arrived_late', 'lost'),
})
const text = (hundredths: number) => (hundredths / 100).toFixed(2)
const opening = 6_000_000_00

/** What really happened to an account, and what a reading shows at a time. */
function historyOf(calls: readonly Call[], { otherHand = 0, late = true } = {}) {
  const arrived = (one: Call) =>
    one.end === 'delivered' || one.end === 'arrived' || (late && one.end === 'arrived_late')
  const spent = calls.filter(arrived).reduce((sum, one) => sum + one.price, 0)
  const isUnclear = (one: Call) => ['arrived', 'arrived_late', 'lost'].includes(one.end)
  const evidence: BalanceEvidence = {
    before: text(opening),
    after: text(opening - spent - otherHand),
    certain: calls.filter((one) => one.end === 'delivered').map((one) => text(one.price)),
    unclear: calls.filter(isUnclear).map((one) => text(one.price)),
    isProven: true,
    isReconciled: true,
  }
  const unclear = calls.filter(isUnclear)
  const truth = unclear.every(arrived) ? 'all' : unclear.some(arrived) ? 'some' : 'none'
  return { evidence, truth, unclear }
}

const withUnclear = fc
  .array(call, { minLength: 1, maxLength: 24 })
  .filter((calls) => historyOf(calls).unclear.length > 0)
const histories = { numRuns: 10_000 }

describe('the balance around a batch of purchases', () => {
  it('gives the right verdict in ten thousand random histories, whatever is delivered and however late', () => {
    fc.assert(
      fc.property(withUnclear, (calls) => {
        const { evidence, truth } = historyOf(calls)
        const { kind } = judgeEvidence(evidence)
        expect(kind).toBe(truth === 'some' ? 'cannot_tell' : truth)
      }),
      histories,
    )
  })

  it('never takes a pending acceptance for a delivery', () => {
    fc.assert(
      fc.property(withUnclear, (calls) => {
        const { evidence, truth } = historyOf(calls, { late: false })
        if (judgeEvidence(evidence).kind === 'all') expect(truth).toBe('all')
      }),
      histories,
    )
  })

  it('gives no verdict when the account was charged from elsewhere meanwhile', () => {
    // Except the exact price of the lost purchase, which cannot be distinguished.
    const otherHand = fc.integer({ min: 50, max: 500_000 })
    fc.assert(
      fc.property(withUnclear, otherHand, (calls, hundredths) => {
        const lost = historyOf(calls).unclear.filter((one) => one.end === 'lost')
        const missing = lost.reduce((sum, one) => sum + one.price, 0)
        fc.pre(Math.abs(hundredths - missing) > 2 * calls.length)
        expect(judgeEvidence(historyOf(calls, { otherHand: hundredths }).evidence).kind).toBe('cannot_tell')
      }),
      histories,
    )
  })

  it('gives no verdict for an account that is used elsewhere', () => {
    fc.assert(
      fc.property(withUnclear, (calls) => {
        expect(judgeEvidence({ ...historyOf(calls).evidence, isReconciled: false }).kind).toBe('cannot_tell')
      }),
    )
  })

  it('gives no verdict from costs that are not proven', () => {
    fc.assert(
      fc.property(withUnclear, (calls) => {
        expect(judgeEvidence({ ...historyOf(calls).evidence, isProven: false }).kind).toBe('cannot_tell')
      }),
    )
  })
})

it('does not call a unit lost when its cost is too small to be seen in the balance', () => {
  const evidence = {
    before: '100.0',
    after: '100.0',
    certain: [],
    unclear: ['0.01'],
    isProven: true,
    isReconciled: true,
  }
  expect(judgeEvidence(evidence).kind).toBe('cannot_tell')
})

it('parses amounts exactly, and nothing else', () => {
  expect(amountTenThousandths('60575.0')).toBe(605_750_000)
  expect(amountTenThousandths('6.276875')).toBe(62_769)
  expect(amountTenThousandths('-0.5')).toBe(-5_000)
  for (const wrong of ['', 'null', '1e5', '1,000', '.5', 'NaN'])
    expect(amountTenThousandths(wrong)).toBeUndefined()
})

it('describes the readings and the costs to a person', () => {
  const evidence = {
    before: '60100.0',
    after: '60081.25',
    certain: ['6.25'],
    unclear: ['6.25', ''],
    isProven: true,
    isReconciled: false,
  }
  expect(describeEvidence(evidence)).toBe(
    'Points went from 60,100 to 60,081.25. Meanwhile one other unit was delivered; unclear: 6.25, unknown. Another buyer uses this account too.',
  )
  expect(describeEvidence({ ...evidence, isProven: false, isReconciled: true })).toMatch(
    /unknown\. These costs are not proven yet\.$/,
  )
})
