import { expect, it } from 'vitest'
import { dayOfTxn } from './wire-date.ts'

it('reads the day of an order from its id', () => {
  expect(dayOfTxn('JP261121K7Q2MD')).toBe('21-11-2026')
})

it('uses today in India for an id without a day', () => {
  expect(dayOfTxn('X1', Date.parse('2026-11-21T18:29:59.000Z'))).toBe('21-11-2026')
  expect(dayOfTxn('X1', Date.parse('2026-11-21T18:30:00.000Z'))).toBe('22-11-2026')
})
