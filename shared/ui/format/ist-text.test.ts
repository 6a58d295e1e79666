import fc from 'fast-check'
import { expect, it } from 'vitest'
import { istDay, istText } from './ist-text.ts'

const formatter = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
})

it('returns the time in India, also across midnight and into a leap day', () => {
  expect(istText('2028-02-28T18:29:59Z')).toBe('2028-02-28T23:59:59')
  expect(istText(Date.parse('2028-02-28T18:30:00Z'))).toBe('2028-02-29T00:00:00')
  expect(istDay(new Date('2026-12-31T18:30:00Z'))).toBe('2027-01-01')
})

it('agrees with Intl at moments of the whole century', () => {
  const moments = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (at) => {
      expect(istText(at).replace('T', ' ')).toBe(formatter.format(at))
    }),
  )
})

it('throws for an invalid time', () => {
  expect(() => istText('soon')).toThrow(RangeError)
})
