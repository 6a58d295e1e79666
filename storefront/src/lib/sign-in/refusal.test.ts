import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { describe, expect, it } from 'vitest'
import { refusal } from './refusal.ts'

const tooOften = (retryAfterMs?: number) => new ApiError(429, { code: 'too_many_requests' }, retryAfterMs)

describe('a refusal', () => {
  it.each([
    [40_000, 'Try again in 40 seconds.'],
    [61_000, 'Try again in 2 minutes.'],
    [12.5 * 60_000, 'Try again in 13 minutes.'],
  ])('says when to try again after too many tries, never too early: %i ms', (waitMs, text) => {
    expect(refusal(tooOften(waitMs), 'Too many tries.')).toEqual({
      kind: 'bad',
      title: 'Too many tries.',
      text,
    })
  })

  it('invents no time that the server has not sent', () => {
    expect(refusal(tooOften(), 'Too many tries.').text).toBeUndefined()
    expect(refusal(new ApiError(503, {}, 2_000), 'Down.').text).toBeUndefined()
    expect(refusal(new Error('Network Error'), 'Network Error').text).toBeUndefined()
  })
})
