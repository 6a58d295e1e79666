import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { clientTxnId, idText, itemNumber, rupees, shortText, wireDate } from './fields.ts'
import { toPaise, toRupees } from './money.ts'

const takes = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success

describe('fields of requests', () => {
  it.each([0, 1, 0.01, 99.99, 345.5, 1_234_567.89, 10_000_000])('accept ₹%d', (value) => {
    expect(takes(rupees(), value)).toBe(true)
  })

  it.each([-1, -0.01, 0.001, 345.555, 10_000_000.01, Number.NaN, Number.POSITIVE_INFINITY, '5', null])(
    'reject %j as rupees',
    (value) => {
      expect(takes(rupees(), value)).toBe(false)
    },
  )

  it('accept as rupees only what can be converted to paise', () => {
    const nearPaise = fc
      .tuple(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 3, max: 16 }))
      .map(([paise, place]) => paise / 100 + 10 ** -place)
    const anyNumber = fc.oneof(
      nearPaise,
      fc.double(),
      fc.double({ min: 0, max: 1e7 }),
      fc.constant(1.0000001),
    )
    fc.assert(
      fc.property(anyNumber, (value) => {
        if (takes(rupees(), value)) expect(Number.isSafeInteger(toPaise(value))).toBe(true)
      }),
      { numRuns: 2_000, examples: [[1.0000001], [0.1 + 0.2], [99_999.995]] },
    )
  })

  it('accept as rupees every whole number of paise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (paise) => takes(rupees(), toRupees(paise))),
    )
  })

  it('accept an item’s number as a number or its digits, and nothing that only resembles one', () => {
    expect(z.parse(itemNumber(), 1001)).toBe(1001)
    expect(z.parse(itemNumber(), '1001')).toBe(1001)
    for (const value of ['', '1e3', '0x10', ' 1', '-1', '1.5', '12345678901', null, [1], true]) {
      expect(takes(itemNumber(), value), JSON.stringify(value)).toBe(false)
    }
  })

  it('accept a day as dd-mm-yyyy only', () => {
    expect(takes(wireDate(), '21-11-2026')).toBe(true)
    for (const value of ['2026-11-21', '21/11/2026', '1-1-2026', '21-11-2026 ', 21]) {
      expect(takes(wireDate(), value), String(value)).toBe(false)
    }
  })

  it('accept ids that can contain no operator, path or line break', () => {
    expect(takes(idText(), 'mobile-legends_1')).toBe(true)
    expect(takes(clientTxnId(), 'JP261121K7Q2MDX4')).toBe(true)
    for (const value of ['', '$ne', 'a.b', '../a', 'a b', 'a\n', 'x'.repeat(65), { $ne: null }, ['a']]) {
      expect(takes(idText(), value), JSON.stringify(value)).toBe(false)
      expect(takes(clientTxnId(), value), JSON.stringify(value)).toBe(false)
    }
  })

  it('trim texts before they check the length', () => {
    expect(z.parse(shortText(5), '  abc  ')).toBe('abc')
    expect(takes(shortText(5), '     ')).toBe(false)
    expect(takes(shortText(5), 'abcdef')).toBe(false)
  })
})
