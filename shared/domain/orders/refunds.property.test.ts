import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type IUnit, planUnits } from '../fulfilment/index.ts'
import { unitStates } from '../fulfilment/unit-schema.ts'
import { refundedPaise } from './refunded-paise.ts'
import { undeliveredPaise } from './undelivered.ts'

const price = fc.integer({ min: 1, max: 100_000_000 })
const units = fc
  .array(fc.constantFrom(...unitStates), { maxLength: 8 })
  .map((states) =>
    planUnits('JP1', states.map(String)).map((unit, index): IUnit => ({ ...unit, state: states[index]! })),
  )

it('a share is whole paise between nothing and the price, and all of it when nothing arrived', () => {
  fc.assert(
    fc.property(price, units, (pricePaise, list) => {
      const share = undeliveredPaise({ pricePaise, units: list })
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

it('one more pack that arrives never makes the share larger', () => {
  fc.assert(
    fc.property(price, units, fc.nat(), (pricePaise, list, pick) => {
      const more = list.map((unit, index) =>
        index === pick % Math.max(1, list.length) ? { ...unit, state: 'delivered' as const } : unit,
      )
      expect(undeliveredPaise({ pricePaise, units: more })).toBeLessThanOrEqual(
        undeliveredPaise({ pricePaise, units: list }),
      )
    }),
  )
})

it('a share and the refund of the rest give back exactly the price', () => {
  fc.assert(
    fc.property(price, units, (pricePaise, list) => {
      const sharePaise = undeliveredPaise({ pricePaise, units: list })
      const refunded = refundedPaise({
        ...{ pricePaise, sharePaise, payment: null },
        history: [{ version: 3, at: new Date(), from: 'Completed', to: 'Refunded', by: 'admin', reason: '' }],
      })
      expect(sharePaise + refunded).toBe(pricePaise)
    }),
  )
})
