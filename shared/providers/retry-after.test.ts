import { describe, expect, it } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = new Date('2026-11-24T10:00:00Z')

describe('retryAfterMs', () => {
  it.each([
    ['120', 120_000],
    [' 5 ', 5_000],
    ['Tue, 24 Nov 2026 10:00:45 GMT', 45_000],
  ])('reads %o as seconds or as a date', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected)
  })

  it.each([undefined, '', 'soon', '-3', '1.5e9x'])('is 30 s without a usable header: %o', (header) => {
    expect(retryAfterMs(header, now)).toBe(30_000)
  })

  it.each(['86400', '999999999999999999999', 'Wed, 25 Nov 2026 10:00:00 GMT'])(
    'is at most 15 minutes: %s',
    (header) => expect(retryAfterMs(header, now)).toBe(900_000),
  )

  it.each(['0', 'Tue, 24 Nov 2026 09:59:00 GMT'])('is at least a second: %s', (header) => {
    expect(retryAfterMs(header, now)).toBe(1_000)
  })
})
