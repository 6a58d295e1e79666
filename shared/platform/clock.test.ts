import { expect, it } from 'vitest'
import { istDay, startOfIstDay, startOfIstMonth } from './clock.ts'

it('begins a day at midnight in India, and the next one a day later', () => {
  expect(startOfIstDay('2026-03-01').toISOString()).toBe('2026-02-28T18:30:00.000Z')
  expect(startOfIstDay('2026-02-28', 1)).toEqual(startOfIstDay('2026-03-01'))
})

it.each([
  ['2026-10-31T18:29:59Z', '2026-09-30T18:30:00.000Z'],
  ['2026-10-31T18:30:00Z', '2026-10-31T18:30:00.000Z'],
  ['2026-12-31T18:30:00Z', '2026-12-31T18:30:00.000Z'],
])('for %s begins the month in India at %s', (moment, began) => {
  expect(startOfIstMonth(new Date(moment)).toISOString()).toBe(began)
})

it.each([
  ['2026-12-31T18:29:59.999Z', '31-12-2026'],
  ['2026-12-31T18:30:00Z', '01-01-2027'],
  ['2028-02-28T18:30:00Z', '29-02-2028'],
])('for %s gives the day %s in India', (moment, day) => {
  expect(istDay(new Date(moment))).toBe(day)
})
