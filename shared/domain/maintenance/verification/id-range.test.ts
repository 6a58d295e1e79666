import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byCode, endOfRange, objectIdFrom, rangeOf, withPrefix } from './id-range.ts'

const smallest = (text: string, ids: readonly string[]) => [...ids].sort(byCode).find((id) => id >= text)
const hexId = fc.string({ unit: fc.constantFrom(...'0189aef'), minLength: 24, maxLength: 24 })

describe('objectIdFrom', () => {
  it.each([
    ['', '000000000000000000000000'],
    ['5', '500000000000000000000000'],
    ['5!', '500000000000000000000000'],
    ['5A', '5a0000000000000000000000'],
    ['5z', '600000000000000000000000'],
    ['fz', undefined],
    ['g', undefined],
    ['0000000000000000000000ff\u0000', '000000000000000000000100'],
    ['ffffffffffffffffffffffff', 'ffffffffffffffffffffffff'],
    ['ffffffffffffffffffffffff\u0000', undefined],
  ])('finds the first id at or after %j', (text, id) => {
    expect(objectIdFrom(text)?.toHexString()).toBe(id)
  })

  it('separates the ids before a text from those at or after it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'\u0000/09Aafgz'), maxLength: 26 })
    fc.assert(
      fc.property(text, fc.array(hexId), (from, ids) => {
        const first = objectIdFrom(from)?.toHexString()
        expect(ids.filter((id) => first !== undefined && id >= first)).toEqual(ids.filter((id) => id >= from))
        expect(first === undefined || first <= (smallest(from, ids) ?? first)).toBe(true)
      }),
    )
  })
})

describe('ranges of ids', () => {
  const id = fc.string({ unit: fc.constantFrom(...'!-019AZa'), minLength: 1, maxLength: 4 })

  it('cover each document together with the refs that continue its id, in a finite number of steps', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), (ids) => {
        const sorted = [...ids].sort(byCode)
        let from: string | undefined = ''
        const seen: string[] = []
        for (let step = 0; from !== undefined; step += 1) {
          expect(step).toBeLessThanOrEqual(2 * ids.length + 1)
          const range: { from: string; to?: string | undefined } = {
            from,
            to: endOfRange(from, [sorted.filter((one) => one >= (from ?? ''))[1]]),
          }
          const isIn = (text: string) => text >= range.from && (range.to === undefined || text < range.to)
          for (const one of sorted.filter(isIn)) {
            seen.push(one)
            expect(isIn(`${one}/gateway`)).toBe(true)
          }
          from = range.to
        }
        expect(seen).toEqual(sorted)
      }),
    )
  })

  it('contain one document with all refs of its kind, or all from an id on', () => {
    expect(withPrefix('topup:', rangeOf('JT1'))).toEqual({ $gte: 'topup:JT1', $lt: 'topup:JT10' })
    expect(withPrefix('topup:', { from: 'JT1' })).toEqual({ $gte: 'topup:JT1', $lt: 'topup;' })
  })
})
