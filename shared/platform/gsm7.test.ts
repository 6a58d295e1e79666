import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsOf } from '../../tests/simulators/inbox/sms-parts.ts'
import { cutTo, septetsOf, toGsm7 } from './gsm7.ts'

it.each([
  ['₹1,00,000', 'Rs 1,00,000'],
  ['Señor “Rāvi” – don’t · {a|b}', 'Senor "Ravi" - don\'t - (a/b)'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ ①', 'Full width 1'],
  ['💎 86 Diamonds\r\nBcc: x', '86 Diamonds Bcc: x'],
  ['हीरे', ''],
  ['💎 !', ''],
])('writes %j in characters of one septet', (text, plain) => {
  expect(toGsm7(text)).toBe(plain)
})

it('counts two septets for escaped characters, and undefined outside the alphabet', () => {
  expect(septetsOf('abc')).toBe(3)
  expect(septetsOf('[€]')).toBe(6)
  expect(septetsOf('₹')).toBeUndefined()
  expect(septetsOf('`')).toBeUndefined()
})

it('turns any text into characters of one septet each, and cuts them to length', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.integer({ min: 2, max: 160 }),
      (text, room) => {
        const plain = toGsm7(text)
        expect(septetsOf(plain)).toBe(plain.length)
        expect(toGsm7(plain)).toBe(plain)
        const cut = cutTo(plain, room)
        expect(cut.length).toBeLessThanOrEqual(room)
        expect(partsOf(cut)).toBe(1)
      },
    ),
    { numRuns: 2_000 },
  )
})
