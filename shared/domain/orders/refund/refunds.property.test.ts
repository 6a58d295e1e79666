import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type IUnit, planUnits } from '../../purchasing/index.ts'
import { unitStates } from '../../purchasing/unit-schema.ts'
import { refundedPaise, undeliveredValuePaise, unitsValuePaise } from '../rules/refund-amount.ts'

const price = fc.integer({ min: 1, max: 100_000_000 })
const cost = fc.oneof(
  fc.constant(''),
  fc.constant('0'),
  fc.integer({ min: 1, max: 9_999_999 }).map((hundredths) => (hundredths / 100).toFixed(2)),
)
const units = fc
  .array(fc.record({ state: fc.constantFrom(...unitStates), cost }), { maxLength: 8 })
  .map((list) =>
    planUnits(
      'JP1',
      list.map(({ state }) => state),
    ).map((unit, index): IUnit => ({ ...unit, ...list[index] })),
  )

it('a share is whole paise between nothing and the price, and all of it when nothing arrived', () => {
  fc.assert(
    fc.property(price, units, (pricePaise, list) => {
      const share = undeliveredValuePaise({ pricePaise, units: list })
      const arrived = list.filter((unit) => unit.state === 'delivered').length
      expect(Number.isSafeInteger(share)).toBe(true)
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(pricePaise)
      if (arrived === 0) expect(share).toBe(pricePaise)
      if (list.length > 0 && arrived === list.length) expect(share).toBe(0)
      else expect(share).toBeGreaterThanOrEqual(1)
    }),
  )
})

const packs = (...list: [IUnit['state'], string][]): IUnit[] =>
  planUnits(
    'JP1',
    list.map(([state]) => state),
  ).map((unit, index) => ({ ...unit, state: list[index]![0], cost: list[index]![1] }))

it.each([
  [
    'two cheap packs of three',
    [
      ['delivered', '500'],
      ['rejected', '2.5'],
      ['planned', '2.5'],
    ],
    99,
  ],
  [
    'the dear pack of two',
    [
      ['delivered', '10.25'],
      ['unknown', '89.75'],
    ],
    8_975,
  ],
  [
    'two of three, as one cost is not known',
    [
      ['delivered', '500'],
      ['rejected', '2.5'],
      ['planned', ''],
    ],
    6_666,
  ],
  [
    'one of two, as nothing costs nothing',
    [
      ['delivered', '0'],
      ['rejected', '9'],
    ],
    5_000,
  ],
  [
    'one of two, as a word is no cost',
    [
      ['delivered', 'free'],
      ['rejected', '9'],
    ],
    5_000,
  ],
] as const)('a share of ₹100 follows what the packs cost: %s', (_what, list, share) => {
  const order = {
    pricePaise: 10_000,
    units: packs(...list.map(([state, one]) => [state, one] as [IUnit['state'], string])),
  }
  expect(undeliveredValuePaise(order)).toBe(share)
})

it('the parts of all packs never make more than the price', () => {
  fc.assert(
    fc.property(price, units, (pricePaise, list) => {
      const order = { pricePaise, units: list }
      const sum = list.reduce((total, unit) => total + unitsValuePaise(order, [unit]), 0)
      expect(sum).toBeLessThanOrEqual(pricePaise)
      expect(sum).toBeGreaterThanOrEqual(list.length === 0 ? 0 : pricePaise - list.length)
    }),
  )
})

it('one more pack that arrives never makes the share larger', () => {
  fc.assert(
    fc.property(price, units, fc.nat(), (pricePaise, list, pick) => {
      const more = list.map((unit, index) =>
        index === pick % Math.max(1, list.length) ? { ...unit, state: 'delivered' as const } : unit,
      )
      expect(undeliveredValuePaise({ pricePaise, units: more })).toBeLessThanOrEqual(
        undeliveredValuePaise({ pricePaise, units: list }),
      )
    }),
  )
})

it('a share and the refund of the rest give back exactly the price', () => {
  fc.assert(
    fc.property(price, units, (pricePaise, list) => {
      const partlyRefundedPaise = undeliveredValuePaise({ pricePaise, units: list })
      const refunded = refundedPaise({
        pricePaise,
        partlyRefundedPaise,
        payment: null,
        status: 'Refunded',
        ended: { at: new Date(), by: 'admin' },
        history: [],
      })
      expect(partlyRefundedPaise + refunded).toBe(pricePaise)
    }),
  )
})
