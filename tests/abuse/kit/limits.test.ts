import { expect, it } from 'vitest'
import { linesOf } from '../../bench/kit/rows.ts'
import {
  allowed,
  idChecksAllowed,
  isWithinLimits,
  loopDelayAllowed,
  servedAllowed,
  shareGood,
  smsCodesAllowed,
} from './limits.ts'

it('takes the shop’s limits from the defaults of its settings', () => {
  expect(allowed).toMatchObject({ pages: 600, media: 6_000, smsCodesPerHour: 300, smsCodesPerPrefix: 60 })
  expect(allowed.idChecksPerSecond).toBe(5)
})

it('allows an event loop 50 ms more delay than without the attack', () => {
  expect(loopDelayAllowed(0)).toBe(50)
  expect(loopDelayAllowed(34.7)).toBe(85)
})

it.each([
  [0, 5],
  [1_000, 10],
  [3_000, 20],
  [3_001, 25],
])('allows the id checks of every second that a flood of %i ms touches', (tookMs, calls) => {
  expect(idChecksAllowed(tookMs)).toBe(calls)
})

it('allows strangers the hour’s codes, and half of them where the shop requires a proof of work', () => {
  expect(smsCodesAllowed(false, 20)).toBe(300)
  expect(smsCodesAllowed(true, 20)).toBe(170)
})

it.each([
  [3_000, 600],
  [59_999, 600],
  [60_000, 1_200],
])('allows new pages after a minute: in %i ms %i', (tookMs, pages) => {
  expect(servedAllowed(600, tookMs)).toBe(pages)
})

it('counts no attempts as no success', () => {
  expect(shareGood(0, 0)).toBe(0)
  expect(shareGood(3, 4)).toBe(75)
  expect(shareGood(4, 4)).toBe(100)
})

it('is within limits only where something was measured and nothing is exceeded', () => {
  const line = linesOf('attack')
  const withoutGoal = line.info('what was sent', 400)
  const good = line.max('jobs', 0, 0)
  expect(isWithinLimits([withoutGoal, good])).toBe(true)
  expect(isWithinLimits([withoutGoal, good, line.max('jobs', 1, 0)])).toBe(false)
  expect(isWithinLimits([withoutGoal, good, line.min('% that go well', 99.9, 100)])).toBe(false)
  expect(isWithinLimits([withoutGoal, good, line.max('MB', Number.NaN, 360)])).toBe(false)
  expect(isWithinLimits([withoutGoal])).toBe(false)
  expect(isWithinLimits([])).toBe(false)
})
