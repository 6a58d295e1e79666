import fc from 'fast-check'
import { expect, it } from 'vitest'
import { multiplyDecimal } from './cost-rules.ts'

it.each([
  ['6.25', 1, '6.25'],
  ['6.25', 1.0043, '6.276875'],
  ['100', 1.1, '110'],
  ['0.10', 1, '0.1'],
  ['7', 1, '7'],
  ['120', 1, '120'],
  ['0.07', 1.55, '0.1085'],
])('%s times %s is %s', (price, factor, cost) => {
  expect(multiplyDecimal(price, factor)).toBe(cost)
})

it('is exact for cents and thousandths', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 })
  const thousandths = fc.integer({ min: 1, max: 3_000 })
  fc.assert(
    fc.property(cents, thousandths, (price, factor) => {
      const product = multiplyDecimal((price / 100).toFixed(2), factor / 1_000)
      expect(product).toMatch(/^\d+(\.\d*[1-9])?$/)
      expect(Math.round(Number(product) * 100_000)).toBe(price * factor)
    }),
  )
})
