import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  clockTime,
  dayText,
  dayTime,
  fullTime,
  minutesSeconds,
  relativeTime,
  startOfIstDay,
  toInputDate,
  toWireDate,
} from './ist-time.ts'

const evening = '2026-11-21T20:42:10+05:30'

describe.each([
  ['America/New_York', 10],
  ['Asia/Kolkata', 20],
  ['Pacific/Auckland', 4],
])('with a browser in %s', (zone, hour) => {
  beforeAll(() => {
    vi.stubEnv('TZ', zone)
  })
  afterAll(() => {
    vi.unstubAllEnvs()
  })

  it('shows the time in India', () => {
    expect(new Date(evening).getHours()).toBe(hour)
    expect(clockTime(evening)).toBe('8:42 pm')
    expect(clockTime(evening, { seconds: true })).toBe('8:42:10 pm')
    expect(fullTime(evening)).toBe('21 Nov 2026, 8:42:10 pm IST')
  })

  it('says 12 at noon and at midnight', () => {
    expect(clockTime('2026-11-21T00:05:00+05:30')).toBe('12:05 am')
    expect(clockTime('2026-11-21T12:05:00+05:30')).toBe('12:05 pm')
  })

  it('says Today by the day in India', () => {
    expect(dayTime(evening, '2026-11-21T23:59:00+05:30')).toBe('Today, 8:42 pm')
    expect(dayTime(evening, '2026-11-22T00:01:00+05:30')).toBe('21 Nov, 8:42 pm')
    expect(dayText(evening, '2027-01-02T10:00:00+05:30')).toBe('21 Nov 2026')
  })

  it('formats the day in India as dd-mm-yyyy', () => {
    expect(toWireDate('2026-11-21T00:10:00+05:30')).toBe('21-11-2026')
    expect(toWireDate('2026-11-21T23:50:00+05:30')).toBe('21-11-2026')
    expect(toInputDate('2026-01-02T00:10:00+05:30')).toBe('2026-01-02')
  })

  it('parses a day to its first instant in India', () => {
    expect(startOfIstDay('21-11-2026')?.toISOString()).toBe('2026-11-20T18:30:00.000Z')
    expect(startOfIstDay('2026-11-21')?.toISOString()).toBe('2026-11-20T18:30:00.000Z')
    expect(startOfIstDay('soon')).toBeUndefined()
  })
})

describe('relativeTime', () => {
  const now = Date.parse(evening)

  it('counts in the biggest whole unit', () => {
    expect(relativeTime(now - 2_000, now)).toBe('just now')
    expect(relativeTime(now - 40_000, now)).toBe('40 seconds ago')
    expect(relativeTime(now - 60_000, now)).toBe('1 minute ago')
    expect(relativeTime(now + 12 * 60_000, now)).toBe('in 12 minutes')
    expect(relativeTime(now - 3 * 3_600_000, now)).toBe('3 hours ago')
  })

  it('names the day from one day on', () => {
    expect(relativeTime('2026-11-18T18:30:00+05:30', now)).toBe('18 Nov, 6:30 pm')
  })
})

it('counts down as mm:ss and stops at zero', () => {
  expect(minutesSeconds(27 * 60_000 + 53_100)).toBe('27:54')
  expect(minutesSeconds(-5)).toBe('00:00')
})
